import { PaymentConnectionError } from "../errors/payment-connection-error.js";
import { isPaymentError } from "../errors/to-result.js";
import type { ResolvedOptions } from "../options/client.js";
import { attach } from "../wire/attached.js";
import { Deadline } from "../wire/deadline.js";
import { scrub } from "../wire/scrub.js";
import { interpret } from "./interpret.js";
import { CallObserver } from "./observer.js";
import type { Accepted, CheckedCall, Operation, ResultBase, Soon } from "./operation.js";
import { repeated } from "./retry.js";
import { send } from "./send.js";
import { identifiersOf } from "./validate.js";

/** Makes one call, from its validated input to its result. */
export function execute<Call extends CheckedCall, Result extends ResultBase>(
  operation: Operation<Call, Result>,
  client: ResolvedOptions,
  validated: () => Soon<Accepted<Call>>,
): Promise<Result> {
  const isClosed = client.exchange.isClosed(); // read now, because a call made before close() continues to its end
  return observed(operation, client, async (observer) => {
    const result = await perform(operation, client, await validated(), observer, isClosed);
    observer.succeeded(result);
    return result;
  });
}

/** Makes a call and reports a failure to the client's listener. Anything thrown becomes a `PaymentError`. */
export async function observed<T>(
  { name, effect }: Pick<Operation, "name" | "effect">,
  client: ResolvedOptions,
  call: (observer: CallObserver) => Promise<T>,
) {
  const observer = new CallObserver(name, client.onEvent);
  try {
    return await call(observer);
  } catch (thrown) {
    const facts = { operation: name, effect, identifiers: identifiersOf(observer.call, []) };
    const outcome = observer.call.attempt > 0 ? "unknown" : "not_sent";
    const unforeseen = () => new PaymentConnectionError(facts, outcome, "the call failed", scrub(thrown), "program");
    const error = isPaymentError(thrown) ? thrown : attach(unforeseen(), { cause: thrown });
    observer.failed(error);
    showCaller(error);
    throw error;
  }
}

/**
 * Starts the stack of an error at the caller. V8 keeps ten frames, and the steps of a call would fill them. A
 * validation error keeps its own stack, because its caller is still in it.
 */
export function showCaller(error: unknown): void {
  if (isPaymentError(error) && error.code !== "invalid_input") Error.captureStackTrace?.(error, showCaller);
}

/** Runs the steps after validation: encode, send, interpret. */
export async function perform<Call extends CheckedCall, Result extends ResultBase>(
  operation: Operation<Call, Result>,
  client: ResolvedOptions,
  accepted: Accepted<Call>,
  observer: CallObserver,
  isClosed = client.exchange.isClosed(),
): Promise<Result> {
  const { call, facts, limits } = accepted;
  const request = operation.encode(call, client.waived);
  observer.accepted(facts, request);
  if (isClosed) {
    const cause = { name: "Error", detail: "make a new client" };
    throw new PaymentConnectionError(facts, "not_sent", "the client was closed", cause, "program");
  }
  const deadline = new Deadline(limits);
  const inFlight = { ...accepted, deadline, observer };
  const attempt = async (number: number) =>
    interpret(operation, inFlight, await send(request, inFlight, client, number));
  try {
    return await repeated(attempt, inFlight);
  } finally {
    deadline.close();
  }
}
