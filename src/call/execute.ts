import { PaymentConnectionError } from "../errors/payment-connection-error.js";
import type { ResolvedOptions } from "../options/client.js";
import { Deadline } from "../wire/deadline.js";
import { repeated } from "../wire/retry.js";
import { send } from "../wire/transport.js";
import { decode } from "./decode.js";
import { interpret } from "./interpret.js";
import { CallObserver } from "./observer.js";
import type { Accepted, CheckedCall, Operation, ResultBase, Soon } from "./operation.js";

/** One call, from its validated input to its result. */
export function execute<Call extends CheckedCall, Result extends ResultBase>(
  operation: Operation<Call, Result>,
  client: ResolvedOptions,
  validated: () => Soon<Accepted<Call>>,
): Promise<Result> {
  return observed(operation.name, client, async (observer) => {
    const result = await perform(operation, client, await validated(), observer);
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

/** The steps after validation: encode, send, decode, interpret. */
export async function perform<Call extends CheckedCall, Result extends ResultBase>(
  operation: Operation<Call, Result>,
  client: ResolvedOptions,
  { call, facts, limits }: Accepted<Call>,
  observer: CallObserver,
): Promise<Result> {
  const request = operation.encode(call, client.waived);
  observer.accepted(facts, request);
  if (client.exchange.isClosed()) {
    const cause = { name: "Error", detail: "make a new one" };
    throw new PaymentConnectionError(facts, "not_sent", "the client was closed", cause);
  }
  const deadline = new Deadline(limits);
  const sending = { ...limits, deadline, facts, observer };
  const attempt = async (number: number) => {
    const response = await send(request, sending, client, number);
    return interpret(operation, { call, facts, deadline }, response.received, decode(response));
  };
  return repeated(attempt, sending).finally(() => deadline.close());
}
