import type { ResolvedOptions } from "../options/client.js";
import { PaymentConnectionError } from "../errors/payment-connection-error.js";
import { Deadline } from "../wire/deadline.js";
import { repeated } from "../wire/retry.js";
import { send } from "../wire/transport.js";
import { CallObserver } from "./observer.js";
import { decode } from "./decode.js";
import { interpret } from "./interpret.js";
import type { Accepted, CheckedCall, Operation, ResultBase } from "./operation.js";

/** One call from the caller's hand to its result: validate, encode, send, decode, interpret. */
export async function execute<Call extends CheckedCall, Result extends ResultBase>(
  operation: Operation<Call, Result>,
  client: ResolvedOptions,
  input: unknown,
  options: unknown,
): Promise<Result> {
  const observer = new CallObserver(operation.name, client.onEvent);
  try {
    const accepted = await operation.accept(client, input, options);
    const result = await perform(operation, client, accepted, observer);
    observer.succeeded(result);
    return result;
  } catch (error) {
    observer.failed(error);
    throw error;
  }
}

/** The steps after the input was validated. */
export async function perform<Call extends CheckedCall, Result extends ResultBase>(
  operation: Operation<Call, Result>,
  client: ResolvedOptions,
  accepted: Accepted<Call>,
  observer: CallObserver,
): Promise<Result> {
  const { call, facts, limits } = accepted;
  const request = operation.encode(call, client.waived);
  observer.accepted(facts, request);
  if (client.exchange.isClosed()) {
    const cause = { name: "Error", detail: "make a new one" };
    throw new PaymentConnectionError(facts, "not_sent", "the client was closed", cause);
  }
  const deadline = new Deadline(limits);
  const sending = { ...limits, deadline, facts, observer };
  const attempt = async (number: number) => {
    const answer = await send(request, sending, client, number);
    return interpret(operation, accepted, answer.received, decode(answer), deadline);
  };
  return repeated(attempt, sending).finally(() => deadline.close());
}
