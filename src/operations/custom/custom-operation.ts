/** A custom operation, as the five steps take it. */
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

// What its input must be is for its own schema to say: only the options are ours.
const call = callSchema(() => objectOf({}), objectOf(callOptionsShape));

/** Its request is made with its input: placeholders are checked with that. */
type CustomCall = CallOf<typeof call> & { readonly request?: WireRequest };

type CustomOperation = Operation<CustomCall> & { readonly definition: AnyOperation };

const unfitResponse = "does not fit its schema, which gets numbers as Decimal: causeOf(error) has its own words";
const SHOWN = 20; // of the faults of a response, which go into a message

/** @throws TypeError if `defineOperation` has not made it. */
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

/** Takes the input through its schema, within the call's time, and makes the request of it. */
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
  if (isOver) throw failure({ facts, limits, deadline }, "not_sent", { waitedFor: "checking the input" });
  if (made.issues !== undefined) throw attach(new PaymentValidationError(facts, made.issues), { cause: made.cause });
  const { request, fields, issues } = customRequest(custom.definition, made.value);
  if (issues.length > 0) throw new PaymentValidationError(facts, issues);
  return { call: { ...call, request }, facts: { ...facts, identifiers: identifiersOf(fields, []) }, limits };
}

const rule = "does not fit the operation's schema: causeOf(error) has its own words";
const unfit = (path: string) => issue(path, { code: "bad_format", rule });

/**
 * Passes a value through somebody's schema, which may throw, never end, and give anything. Gives what the schema made of
 * it, and a copy of its fields; or where it does not fit, and in the schema's own words.
 */
async function throughSchema(schema: StandardSchema, given: () => unknown, deadline: Deadline) {
  try {
    const { value, issues } = await deadline.race(schema["~standard"].validate(given()));
    if (issues === undefined && typeof value === "object" && value !== null) {
      const fields: Fields = { ...value };
      if (typeof fields["then"] !== "function") return { value, fields }; // with it, the result would pass for a promise
    }
    // Copied first: arktype's lists are of classes of its own, whose map gives something else.
    const found = [...(issues ?? [])].slice(0, MAX_ISSUES);
    const paths = found.map(({ path = [] }) => pathText([...path].map((step) => Object(step).key ?? step)));
    return { issues: (paths.length > 0 ? paths : [""]).map(unfit), cause: issues };
  } catch (cause) {
    return { issues: [unfit("")], cause };
  }
}

/** The response for its schema: each number as a Decimal, but as its text if it is out of bounds (`1e2000000000`). */
function withDecimals(value: JsonValue): unknown {
  if (isJsonNumber(value)) return readDecimal(value) ?? value.rawJSON;
  if (Array.isArray(value)) return value.map(withDecimals);
  if (!isJsonObject(value)) return value;
  return withoutPrototype(Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withDecimals(inner)])));
}
