import type { CallOptions } from "../call-options.js";
import type { OperationName } from "../errors/payment-error.js";
import type { ResponseIssue } from "../errors/payment-response-error.js";
import type { FinalizationState } from "../errors/payment-service-error.js";
import type { ValidationIssue } from "../errors/payment-validation-error.js";
import type { Rules } from "../model/rules.js";
import type { check } from "../model/schema.js";
import type { Fields } from "../model/snapshot.js";
import type { ResolvedOptions } from "../options.js";
import { type JsonObject, type JsonValue, parseJson } from "../wire/json.js";
import { type Answer, send, type WireRequest } from "../wire/transport.js";
import { CallObserver } from "./call-observer.js";
import { interpret, type ResultBase } from "./interpret.js";
import { type Accepted, validate } from "./validate.js";

/** The fields of a result, or what is missing. */
export type ResultReading<Result> =
  | { readonly fields: Omit<Result, "pending" | "status"> }
  | { readonly issues: ResponseIssue[] };

/** An operation of the service as data: what the five steps need to know of it. */
export interface Operation<Input, Options extends CallOptions, Result extends ResultBase> {
  readonly name: OperationName;
  /** The top-level keys of the input. */
  readonly keys: readonly string[];
  readonly optionsSchema: Parameters<typeof check>[0];
  /** Every fault of an input, with the facts that the options give. */
  readonly issues: (input: Fields, options: Fields, rules: Rules) => readonly ValidationIssue[];
  readonly encode: (input: Input, rules: Rules) => WireRequest;
  readonly readResult: (body: JsonObject) => ResultReading<Result>;
  /** What a refusal tells beside its status. */
  readonly readRefusal: (body: JsonObject) => FinalizationState | undefined;
  readonly paymentMethodOf: (options: Options) => string | undefined;
}

/** One call from the caller's hand to its result: validate, encode, send, decode, interpret. */
export async function execute<Input, Options extends CallOptions, Result extends ResultBase>(
  operation: Operation<Input, Options, Result>,
  client: ResolvedOptions,
  input: unknown,
  options: unknown,
): Promise<Result> {
  const observer = new CallObserver(operation.name, client.onEvent);
  try {
    const accepted = validate(operation, client.rules, input, options);
    const request = operation.encode(accepted.input, client.rules);
    observer.accepted(accepted.facts, request.route);
    const answer = await send(request, wireCall(accepted, client, observer), client.transport);
    const body = decode(answer);
    const result = interpret(operation, accepted.facts, answer, body);
    observer.succeeded(result.pending, answer.received);
    return result;
  } catch (error) {
    observer.failed(error);
    throw error;
  }
}

function wireCall<Input, Options extends CallOptions>(
  { facts, options }: Accepted<Input, Options>,
  client: ResolvedOptions,
  observer: CallObserver,
) {
  return {
    facts,
    headers: options.headers ?? {},
    signal: options.signal,
    timeoutMs: options.timeoutMs ?? client.timeoutMs,
    maxRetries: options.maxRetries ?? client.maxRetries,
    onAttempt: (attempt: number) => observer.attempting(attempt),
    onRetry: (delayMs: number) => observer.retrying(delayMs),
  };
}

/** Undefined for what is not JSON: what that proves is for the verdict to say. */
function decode({ received, unreadable }: Answer): JsonValue | undefined {
  if (unreadable !== undefined) return undefined;
  try {
    return parseJson(received.body);
  } catch {
    return undefined;
  }
}
