/** Makes an operation of what a merchant has defined. */
import * as z from "zod/mini";
import type { CheckedCall, Operation, WireRequest } from "../../call/operation.js";
import { failure } from "../../call/send.js";
import { identifiersOf } from "../../errors/call-facts.js";
import { PaymentValidationError } from "../../errors/payment-validation-error.js";
import { withDecimals } from "../../evidence/response-fields.js";
import { issue, MAX_ISSUES, pathText } from "../../model/issue.js";
import { optionsOf } from "../../model/options.js";
import type { StandardSchema } from "../../model/standard-schema.js";
import { callOptionsShape, notPerCall } from "../../options/call.js";
import { attach } from "../../wire/attached.js";
import { type Deadline, isThenable } from "../../wire/deadline.js";
import { isDefined } from "./define.js";
import type { AnyOperation } from "./definition.js";
import { customRequest } from "./request.js";

// The operation's own schema checks the input, within the deadline of the call. Only the options are ours.
const input = z.unknown();
const options = optionsOf(callOptionsShape);

/** `accept` adds the request, because making it checks the placeholders of the path. */
type PreparedCall = CheckedCall & { readonly request?: WireRequest };

const unfitResponse = "does not fit its schema, which gets numbers as Decimal: causeOf(error) has its own words";
const SHOWN = 20; // faults of a response in the message

/** @throws TypeError if `defineOperation` did not make it. */
export function customOperation(definition: AnyOperation): Operation<PreparedCall> {
  if (!isDefined(definition)) throw new TypeError("PaymentClient: call needs what defineOperation returns, unchanged");
  const { name, effect, response } = definition;
  return {
    name,
    effect,
    input: () => input,
    options,
    words: { options: { elsewhere: notPerCall } },

    async accept(accepted, deadline) {
      const { call, facts, limits } = accepted;
      const toRequest = (value: object) => customRequest(definition, value);
      const made = await throughSchema(definition.input, () => call.input, deadline, toRequest);
      if (deadline.ended !== undefined)
        throw failure({ facts, limits, deadline }, "not_sent", { waitedFor: "the input was still being checked" });
      if (made.issues !== undefined)
        throw attach(new PaymentValidationError(facts, made.issues), { cause: made.cause });
      const { request, fields, issues } = made.read;
      if (issues.length > 0) throw new PaymentValidationError(facts, issues);
      return { ...accepted, call: { ...call, request }, facts: { ...facts, identifiers: identifiersOf(fields) } };
    },

    encode: ({ request }) => request as WireRequest,

    async readResult(body, _call, pending, deadline) {
      const made = await throughSchema(
        response,
        () => withDecimals(body),
        deadline,
        (value) => ({ ...value }),
      );
      if (made.issues === undefined) return { fields: { ...made.read, pending }, fault: undefined };
      const issues = made.issues.slice(0, SHOWN).map(({ path }) => ({ path, message: unfitResponse }));
      const outcome = effect === "read" || pending ? "unknown" : "succeeded";
      return { fields: undefined, fault: { issues, outcome, cause: made.cause } };
    },
  };
}

const rule = "does not fit the operation's schema: causeOf(error) has its own words";
const unfit = (path: string) => issue(path, { code: "bad_format", rule });

/**
 * Passes a value through a foreign schema, which may throw, never end, or return anything. Returns what `read` makes of
 * the output; or the places that do not fit, and the schema's own words.
 *
 * If the schema is not async, `read` is called at once, because the output may be an object that the caller changes.
 */
async function throughSchema<T>(
  schema: StandardSchema,
  given: () => unknown,
  deadline: Deadline,
  read: (output: object) => T,
) {
  try {
    const result = schema["~standard"].validate(given());
    const { value, issues } = isThenable(result) ? await deadline.race(result) : result;
    // With `then`, a result would pass for a promise.
    if (issues === undefined && typeof value === "object" && value !== null && !isThenable({ ...value })) {
      return { read: read(value) };
    }
    // Copied first, because arktype's lists have classes of their own, whose `map` returns something else.
    const found = [...(issues ?? [])].slice(0, MAX_ISSUES);
    const paths = found.map(({ path = [] }) => pathText([...path].map((step) => Object(step).key ?? step)));
    return { issues: (paths.length > 0 ? paths : [""]).map(unfit), cause: issues };
  } catch (cause) {
    return { issues: [unfit("")], cause };
  }
}
