import { identifiersOf } from "../errors/call-facts.js";
import { PaymentError } from "../errors/kinds.js";
import { PaymentConnectionError } from "../errors/payment-connection-error.js";
import type { ResultBase } from "../evidence/result.js";
import type { ResolvedOptions } from "../options/client.js";
import { attach } from "../wire/attached.js";
import { Deadline } from "../wire/deadline.js";
import { scrub } from "../wire/scrub.js";
import { interpret } from "./interpret.js";
import { CallObserver } from "./observer.js";
import type { Accepted, CheckedCall, Operation } from "./operation.js";
import { waitForRetry } from "./retry.js";
import { send } from "./send.js";
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

/** Runs the steps after validation: encodes the request, sends it and interprets the response, once for each attempt. */
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
