import type { ResolvedOptions } from "../client-options.js";
import { send } from "../wire/transport.js";
import { CallObserver } from "./call-observer.js";
import { decode } from "./decode.js";
import { interpret } from "./interpret.js";
import type { CheckedCall, Operation, ResultBase } from "./operation.js";
import { validate } from "./validate.js";

/** One call from the caller's hand to its result: validate, encode, send, decode, interpret. */
export async function execute<Call extends CheckedCall, Result extends ResultBase>(
  operation: Operation<Call, Result>,
  client: ResolvedOptions,
  input: unknown,
  options: unknown,
): Promise<Result> {
  const observer = new CallObserver(operation.name, client.onEvent);
  try {
    const accepted = validate(operation, client.waived, input, options);
    const { call, facts } = accepted;
    const request = operation.encode(call, client.waived);
    observer.accepted(facts, request.route);
    const { headers = {}, signal, timeoutMs = client.timeoutMs, maxRetries = client.maxRetries } = call.options;
    const answer = await send(request, { facts, observer, headers, signal, timeoutMs, maxRetries }, client);
    const body = decode(answer);
    const result = interpret(operation, accepted, answer.received, body);
    observer.succeeded(result.pending, answer.received);
    return result;
  } catch (error) {
    observer.failed(error);
    throw error;
  }
}
