import { PaymentConnectionError } from "../errors/payment-connection-error.js";
import type { ResolvedOptions } from "../options/client.js";
import { Deadline } from "../wire/deadline.js";
import { interpret } from "./interpret.js";
import { CallObserver } from "./observer.js";
import type { Accepted, CheckedCall, Operation, ResultBase, Soon } from "./operation.js";
import { repeated } from "./retry.js";
import { send } from "./send.js";

/** One call, from its validated input to its result. */
export function execute<Call extends CheckedCall, Result extends ResultBase>(
  operation: Operation<Call, Result>,
  client: ResolvedOptions,
  validated: () => Soon<Accepted<Call>>,
): Promise<Result> {
  const isClosed = client.exchange.isClosed(); // now: a call that is made before close() goes on to its end
  return observed(operation.name, client, async (observer) => {
    const result = await perform(operation, client, await validated(), observer, isClosed);
    observer.succeeded(result);
    return result;
  });
}

/** Makes a call, and tells the client's listener if it fails. */
export async function observed<T>(name: string, client: ResolvedOptions, call: (observer: CallObserver) => Promise<T>) {
  const observer = new CallObserver(name, client.onEvent);
  try {
    return await call(observer);
  } catch (error) {
    observer.failed(error);
    throw error;
  }
}

/** The steps after validation: encode, send, interpret. */
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
    const cause = { name: "Error", detail: "make a new one" };
    throw new PaymentConnectionError(facts, "not_sent", "the client was closed", cause);
  }
  const deadline = new Deadline(limits);
  const inFlight = { ...accepted, deadline, observer };
  const attempt = async (number: number) =>
    interpret(operation, inFlight, await send(request, inFlight, client, number));
  return repeated(attempt, inFlight).finally(() => deadline.close());
}
