/** Makes of a custom operation what the five steps need. */
import { type CallOf, callSchema, type Operation, type WireRequest } from "../../call/operation.js";
import { failure } from "../../call/send.js";
import { identifiersOf, validate } from "../../call/validate.js";
import { PaymentValidationError } from "../../errors/payment-validation-error.js";
import { issue, MAX_ISSUES, pathText } from "../../model/issue.js";
import type { Fields } from "../../model/plain.js";
import { readDecimal } from "../../model/response-fields.js";
import { objectOf } from "../../model/schema.js";
import type { StandardSchema } from "../../model/standard-schema.js";
import { callOptionsShape } from "../../options/call.js";
import type { ResolvedOptions } from "../../options/client.js";
import { attach } from "../../wire/attached.js";
import { Deadline } from "../../wire/deadline.js";
import { isJsonNumber, isJsonObject, type JsonValue, withoutPrototype } from "../../wire/json.js";
import { isDefined } from "./define.js";
import type { AnyOperation } from "./definition.js";
import { customRequest } from "./request.js";

// The operation's own schema checks the input. Only the options are ours.
const call = callSchema(() => objectOf({}), objectOf(callOptionsShape));

/** The request is made when the input is checked, because that checks the placeholders. */
type CustomCall = CallOf<typeof call> & { readonly request?: WireRequest };

type CustomOperation = Operation<CustomCall> & { readonly definition: AnyOperation };

const unfitResponse = "does not fit its schema, which gets numbers as Decimal: causeOf(error) has its own words";
const SHOWN = 20; // faults of a response in the message

/** @throws TypeError if `defineOperation` did not make it. */
export function customOperation(definition: AnyOperation): CustomOperation {
  if (!isDefined(definition)) throw new TypeError("PaymentClient: call needs what defineOperation returns, unchanged");
  const { name, effect, response } = definition;
  return {
    name,
    effect,
    definition,
    ...call,
    encode: ({ request }) => request as WireRequest,

    async readResult(body, _call, pending, deadline) {
      const made = await throughSchema(response, () => withDecimals(body), deadline);
      if (made.issues === undefined) return { fields: { ...made.fields, pending } };
      const issues = made.issues.slice(0, SHOWN).map(({ path }) => ({ path, message: unfitResponse }));
      return { issues, outcome: effect === "read" || pending ? "unknown" : "succeeded", cause: made.cause };
    },
  };
}

/** Passes the input through its schema, within the call's deadline, and makes the request. */
export async function validateCustom(
  custom: CustomOperation,
  client: ResolvedOptions,
  input: unknown,
  options: unknown,
) {
  const { call, facts, limits } = validate(custom, client, {}, options);
  const deadline = new Deadline(limits);
  const made = await throughSchema(custom.definition.input, () => input, deadline);
  deadline.close();
  const isOver = deadline.ended !== undefined;
  if (isOver)
    throw failure({ facts, limits, deadline }, "not_sent", { waitedFor: "the input was still being checked" });
  if (made.issues !== undefined) throw attach(new PaymentValidationError(facts, made.issues), { cause: made.cause });
  const { request, fields, issues } = customRequest(custom.definition, made.value);
  if (issues.length > 0) throw new PaymentValidationError(facts, issues);
  return { call: { ...call, request }, facts: { ...facts, identifiers: identifiersOf(fields, []) }, limits };
}

const rule = "does not fit the operation's schema: causeOf(error) has its own words";
const unfit = (path: string) => issue(path, { code: "bad_format", rule });

/**
 * Passes a value through a foreign schema, which may throw, never end, or return anything. Returns the output and a
 * copy of its fields; or the places that do not fit, and the schema's own words.
 */
async function throughSchema(schema: StandardSchema, given: () => unknown, deadline: Deadline) {
  try {
    const { value, issues } = await deadline.race(schema["~standard"].validate(given()));
    if (issues === undefined && typeof value === "object" && value !== null) {
      const fields: Fields = { ...value };
      if (typeof fields["then"] !== "function") return { value, fields }; // with `then`, the result would pass for a promise
    }
    // Copied first, because arktype's lists have classes of their own, whose `map` returns something else.
    const found = [...(issues ?? [])].slice(0, MAX_ISSUES);
    const paths = found.map(({ path = [] }) => pathText([...path].map((step) => Object(step).key ?? step)));
    return { issues: (paths.length > 0 ? paths : [""]).map(unfit), cause: issues };
  } catch (cause) {
    return { issues: [unfit("")], cause };
  }
}

/** Turns each number into a Decimal, or into its text if it is out of bounds (`1e2000000000`). */
function withDecimals(value: JsonValue): unknown {
  if (isJsonNumber(value)) return readDecimal(value) ?? value.rawJSON;
  if (Array.isArray(value)) return value.map(withDecimals);
  if (!isJsonObject(value)) return value;
  return withoutPrototype(Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withDecimals(inner)])));
}
