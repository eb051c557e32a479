import { identifiersOf } from "../errors/facts.js";
import { PaymentConnectionError, PaymentError } from "../errors/kinds.js";
import type { ResultBase } from "../evidence/envelope.js";
import type { ResolvedOptions } from "../options/client.js";
import { attach, isFinal } from "../wire/attached.js";
import { Deadline } from "../wire/deadline.js";
import { CONNECT_TIMEOUT, scrub } from "../wire/failures.js";
import { interpret } from "./interpret.js";
import { CallObserver } from "./observer.js";
import type { Accepted, CheckedCall, Operation } from "./operation.js";
import { type CallInFlight, send } from "./send.js";
import { validate } from "./validate.js";

/** Makes one call: validates the input, encodes it, sends it, and interprets the response. */
export async function execute<Call extends CheckedCall, Result extends ResultBase, Returned>(
  operation: Operation<Call, Result, Returned>,
  client: ResolvedOptions,
  input: unknown,
  options: unknown,
): Promise<Returned> {
  let observer: CallObserver | undefined;
  try {
    observer = new CallObserver(operation.name, client.onEvent);
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
    observer?.failed(error);
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

/** Makes the error of a call that a bug, or other code in the process, has ended. */
function unforeseen(
  thrown: unknown,
  { name, effect }: Pick<Operation, "name" | "effect">,
  observer: CallObserver | undefined,
): PaymentError {
  const facts = { operation: name, effect, identifiers: identifiersOf(observer?.call) };
  const outcome = observer?.mayBeSent ? "unknown" : "not_sent";
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
