/** An operation that the merchant has described, as the five steps take it. */
import { Decimal } from "decimal.js";
import * as z from "zod/mini";
import { callOptionsShape } from "../call-options.js";
import type { ResolvedOptions } from "../client-options.js";
import { PaymentValidationError } from "../errors/payment-validation-error.js";
import { issue, pathText } from "../model/issue.js";
import { closedObject } from "../model/schema.js";
import { throughSchema } from "../model/standard-schema.js";
import { rememberCause } from "../wire/cause-of.js";
import { Deadline } from "../wire/deadline.js";
import { isJsonNumber, isJsonObject, type JsonValue, withoutPrototype } from "../wire/json.js";
import { failure, type WireRequest } from "../wire/transport.js";
import { callSchema } from "./call-schema.js";
import { type AnyOperation, faultOf } from "./define-operation.js";
import type { Operation, ResultBase } from "./operation.js";
import { ownRequest } from "./own-request.js";
import { type Accepted, identifiersOf, validate } from "./validate.js";

// What its input must be is its own schema's to say: only the options are ours.
const schema = callSchema(z.object({}), closedObject(callOptionsShape), () => undefined);
const schemas = { names: new Set<string>(), of: () => schema };

/** Its request is made with its input: placeholders are checked with that. */
type OwnCall = z.output<typeof schema> & { readonly request?: WireRequest; readonly startedAt?: number };

/** @throws TypeError when it is none. */
export function recordOf(operation: AnyOperation): Operation<OwnCall, ResultBase> {
  const fault = faultOf(operation);
  if (fault !== undefined) throw new TypeError(`PaymentClient: this is no operation: ${fault}`);
  const { name, effect, answer } = operation;
  return {
    name,
    effect,
    schemas: () => schemas,
    encode: ({ request }) => request as WireRequest,
    async readResult(body, _call, pending, deadline) {
      const made = await throughSchema(answer, withDecimals(body), (promise) => deadline.race(promise));
      if (made.faults === undefined) return { fields: made.value, pending };
      const issues = made.faults.map((path) => ({ path: pathText(path), message: "does not fit its schema" }));
      return { issues, outcome: effect === "read" || pending ? "unknown" : "succeeded" };
    },
  };
}

const UNFIT = {
  code: "bad_format",
  rule: "does not fit the operation's schema: causeOf(error) has its own words",
} as const;

/**
 * Takes the input through its schema, within the call's time, and makes the request of it.
 *
 * @throws PaymentValidationError, PaymentTimeoutError, PaymentAbortedError
 */
export async function acceptOwn(
  operation: AnyOperation,
  client: ResolvedOptions,
  input: unknown,
  options: unknown,
): Promise<Accepted<OwnCall>> {
  const startedAt = performance.now();
  const { call, facts, names } = validate(recordOf(operation), client.waived, {}, options);
  const { timeoutMs = client.timeoutMs, signal, sendBefore } = call.options;
  const limits = { startedAt, timeoutMs, signal, sendBefore, facts };
  const deadline = new Deadline(limits);
  const made = await throughSchema(operation.input, input, (promise) => deadline.race(promise));
  deadline.close();
  if (deadline.ended !== undefined) throw failure(undefined, "", "not_sent", limits, deadline, "checking the input");
  if (made.faults !== undefined) {
    const issues = made.faults.map((path) => issue(pathText(path), UNFIT));
    throw rememberCause(new PaymentValidationError(facts, issues), made.cause);
  }
  const { request, fields, issues } = ownRequest(operation, made.value);
  if (issues.length > 0) throw new PaymentValidationError(facts, issues);
  const identified = { ...facts, identifiers: identifiersOf(fields, []) };
  return { call: { ...call, startedAt, request }, facts: identified, names };
}

/** The answer for its schema: each number as a Decimal, whatever its length. */
function withDecimals(value: JsonValue): unknown {
  if (isJsonNumber(value)) return new Decimal(value.rawJSON);
  if (Array.isArray(value)) return value.map(withDecimals);
  if (!isJsonObject(value)) return value;
  return withoutPrototype(Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withDecimals(inner)])));
}
