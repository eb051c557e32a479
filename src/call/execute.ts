import { identifiersOf } from "../errors/facts.js";
import {
  PaymentConnectionError,
  PaymentError,
  PaymentResponseError,
  PaymentServiceError,
  PaymentValidationError,
  type ResponseFault,
  type ValidationIssue,
} from "../errors/kinds.js";
import { contradicted, type DecodedBody, decidedByFigures, judge, type ResultBase } from "../evidence/envelope.js";
import { readFieldErrors } from "../evidence/response-fields.js";
import { issue, MAX_ISSUES, pathText, type Report } from "../model/issue.js";
import { read } from "../model/read.js";
import type { ResolvedOptions } from "../options/client.js";
import { attach, isFinal } from "../wire/attached.js";
import { Deadline } from "../wire/deadline.js";
import { CONNECT_TIMEOUT, scrub } from "../wire/failures.js";
import { mediaTypeOf, retryAfterMs } from "../wire/headers.js";
import { parseJson } from "../wire/json.js";
import { CallObserver } from "./observer.js";
import type { Accepted, CheckedCall, Operation } from "./operation.js";
import { type CallInFlight, send, type WireResponse } from "./send.js";

/** Makes one call: validates the input, encodes it, sends it, and interprets the response. */
export async function execute<Call extends CheckedCall, Result extends ResultBase, Returned>(
  operation: Operation<Call, Result, Returned>,
  client: ResolvedOptions,
  input: unknown,
  options: unknown,
): Promise<Returned> {
  const observer = new CallObserver(operation.name, client.onEvent);
  try {
    const accepted = validate(operation, client, input, options);
    const lookedUp = operation.lookUp?.(accepted, client, observer);
    if (lookedUp !== undefined) return await lookedUp;
    const sent = perform(operation, client, accepted, observer);
    if (operation.resolve !== undefined) return await operation.resolve(accepted.call, sent, observer);
    const result = await sent;
    observer.succeeded(result);
    return result as ResultBase as Returned; // only `resolve` returns anything else
  } catch (thrown) {
    const error = thrown instanceof PaymentError ? thrown : unforeseen(thrown, operation, observer);
    observer.failed(error);
    showCaller(error);
    throw error;
  }
}

async function perform<Call extends CheckedCall, Result extends ResultBase>(
  operation: Operation<Call, Result, unknown>,
  client: ResolvedOptions,
  validated: Accepted<Call>,
  observer: CallObserver,
): Promise<Result> {
  const deadline = new Deadline(validated.limits);
  try {
    const accepted = operation.accept === undefined ? validated : await operation.accept(validated, deadline);
    const request = operation.encode(accepted.call, client);
    observer.accepted(accepted.facts, request);
    if (accepted.isClosed) {
      const cause = { name: "Error", detail: "make a new client" };
      throw new PaymentConnectionError(accepted.facts, "not_sent", "the client was closed", cause, "program");
    }
    const inFlight = { ...accepted, deadline, observer };
    let lost: PaymentError | undefined; // its outcome stays `unknown`, even if a later attempt is not sent
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await interpret(operation, client, inFlight, await send(request, inFlight, client, attempt));
      } catch (thrown) {
        const error = thrown as PaymentError; // anything else has no outcome and is rethrown
        if (error.outcome === "unknown") lost = error;
        if (await waitForRetry(error, attempt, inFlight)) continue;
        throw error.outcome === "not_sent" ? (lost ?? error) : error;
      }
    }
  } finally {
    deadline.close();
  }
}

/** Reads the input and the options, whose later changes then have no effect. Throws one error with the faults of both. */
export function validate<Call extends CheckedCall>(
  operation: Operation<Call, ResultBase, unknown>,
  client: ResolvedOptions,
  givenInput: unknown,
  givenOptions: unknown,
): Accepted<Call> {
  const { words } = operation;
  const input = read(operation.input(client, givenInput), givenInput, { areFields: true, ...words?.input });
  const options = read(operation.options, givenOptions ?? {}, { at: "options", ...words?.options });
  const call = { input: input.value, options: options.value } as Call;
  const issues: ValidationIssue[] = [...input.issues, ...options.issues];
  const report: Report = (path, fault) => {
    const isWaived = fault.assumption !== undefined && client.waived.has(fault.assumption);
    if (!isWaived) issues.push(issue(pathText(path), fault));
  };
  if (issues.length === 0) operation.rules?.(call, report, client);
  const { name, effect } = operation;
  const isRead = operation.accept === undefined; // a custom operation's own schema reads its input
  const facts = { operation: name, effect, identifiers: identifiersOf(isRead ? givenInput : {}, issues) };
  if (issues.length > 0) throw new PaymentValidationError(facts, issues.slice(0, MAX_ISSUES));
  const paymentMethod = call.options.authorization?.paymentMethod;
  const resolvable = operation.resolvable?.bind(operation, call, client);
  const resolving = { resolvable, sendAgain: client.sendAgain, canLookUp: client.lookUp !== undefined };
  const { timeoutMs = client.timeoutMs, maxRetries = client.maxRetries, headers = {} } = call.options;
  const { signal, sendBefore } = call.options;
  const limits = { startedAt: performance.now(), timeoutMs, maxRetries, headers, signal, sendBefore };
  return {
    call,
    facts: { ...facts, paymentMethod, ...resolving },
    limits,
    isClosed: client.exchange.isClosed,
  };
}

async function interpret<Call extends CheckedCall, Result extends ResultBase>(
  operation: Operation<Call, Result>,
  { statusKeys }: ResolvedOptions,
  { call, facts, deadline }: CallInFlight<Call>,
  { response, end }: WireResponse,
): Promise<Result> {
  const { httpStatus, headers } = response;
  const received = () => {
    const waitMs = retryAfterMs(headers);
    return { httpStatus, ...(waitMs !== undefined && { retryAfterMs: waitMs }) };
  };
  const unexpected = (fault: ResponseFault, isFinal = false) => {
    const { outcome, cause, issues, finalization, mayBeIntermediary } = fault;
    const found = { issues, ...(finalization !== undefined && { finalization }) };
    const details = { ...received(), contentType: mediaTypeOf(headers), ...found };
    const error = new PaymentResponseError(facts, outcome, details, mayBeIntermediary);
    return attach(error, { response, cause, isFinal });
  };

  const verdict = judge(httpStatus, decode(response, end), { effect: operation.effect, statusKeys });
  if (verdict.kind === "unexpected") {
    const rejection = verdict.body && operation.readRejection?.(verdict.body, call);
    // The service itself responded, so its figures count, also if there are none.
    throw unexpected(rejection === undefined ? verdict : { ...verdict, finalization: rejection.finalization ?? {} });
  }
  const { given, body } = verdict;
  const listed = given["errors"] ?? null;
  const errors = listed === null ? [] : readFieldErrors(listed);
  if (verdict.kind === "failure") {
    const { finalization, isContradiction = false, isProof = false } = operation.readRejection?.(body, call) ?? {};
    const judged = isContradiction ? contradicted(verdict) : verdict;
    const { outcome, status, note, noKey } = decidedByFigures(judged, isProof);
    const details = { errors, exceptionDetails: given["exceptionDetails"], ...(finalization && { finalization }) };
    const rejection = { ...received(), ...status, ...details };
    throw attach(new PaymentServiceError(facts, outcome, rejection, note, noKey), { response });
  }
  const status = errors.length === 0 ? verdict.status : { ...verdict.status, errors };
  const { fields, fault } = await operation.readResult(body, call, status.statusKey === "PENDING", deadline);
  if (fault !== undefined) throw unexpected(fault, true); // it was read whole, and would come again
  return attach({ ...fields, status } as Result, { response });
}

const TOO_LARGE =
  "is larger than maxResponseBytes, or has more than one value per 16 bytes of that limit: raise maxResponseBytes if responses may be that large";

function decode({ headers, body }: WireResponse["response"], end: WireResponse["end"]): DecodedBody {
  if (end === "too_large") return { broken: TOO_LARGE };
  try {
    if (end === "complete") return { json: parseJson(body) };
  } catch {
    // Not JSON, or not all of it.
  }
  const isMeantAsJson = /^\s*[{[]/.test(body) || /[/+]json$/i.test(mediaTypeOf(headers) ?? "");
  if (isMeantAsJson && body.trim() !== "") return { broken: "is JSON that cannot be read whole" };
  return { other: true };
}

/** Makes the error of a call that a bug, or other code in the process, has ended. */
function unforeseen(thrown: unknown, { name, effect }: Pick<Operation, "name" | "effect">, observer: CallObserver) {
  const facts = { operation: name, effect, identifiers: identifiersOf(observer.call) };
  const outcome = observer.mayBeSent ? "unknown" : "not_sent";
  const error = new PaymentConnectionError(facts, outcome, "the call failed", scrub(thrown), "program");
  return attach(error, { cause: thrown });
}

/** Starts the stack of an error at the caller. V8 keeps ten frames, and the steps of a call would fill them. */
export function showCaller(error: unknown): void {
  if (error instanceof PaymentError) Error.captureStackTrace?.(error, showCaller);
}

const FIRST_RETRY_MS = 250;
const CONNECTING_MS = 12_000; // undici's connect timeout is 10 s, in practice up to 10.5 s

/** Another attempt follows only one that was proven not sent, or a read with outcome `unknown`. */
export async function waitForRetry(error: PaymentError, attempt: number, call: CallInFlight): Promise<boolean> {
  const { limits, facts, observer, deadline } = call;
  const isLostRead = facts.effect === "read" && error.outcome === "unknown";
  const isLast = attempt > limits.maxRetries || isFinal(error);
  const delayMs = (error.safeToRetry || isLostRead) && !isLast ? delayAfter(error, attempt, deadline) : undefined;
  if (delayMs === undefined) return false;
  observer.retrying(error, delayMs);
  await pause(delayMs, deadline);
  return deadline.ended !== "timeout";
}

function delayAfter(error: PaymentError, attempt: number, deadline: Deadline): number | undefined {
  if (deadline.ended !== undefined) return undefined;
  const longest = FIRST_RETRY_MS * 2 ** (attempt - 1);
  const delayMs = longest / 2 + (Math.random() * longest) / 2;
  const isSlow = error.code === "connection" && error.cause.code === CONNECT_TIMEOUT;
  return delayMs + (isSlow ? CONNECTING_MS : 0) < deadline.remainingMs ? delayMs : undefined;
}

function pause(delayMs: number, deadline: Deadline): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, delayMs);
    deadline.onEnd(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
