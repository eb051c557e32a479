/** An operation that the merchant has described, as the five steps take it. */
import * as z from "zod/mini";
import { callOptionsShape } from "../../options/call.js";
import { PaymentValidationError } from "../../errors/payment-validation-error.js";
import { exactDecimal } from "../../model/response-fields.js";
import { closedObject } from "../../model/schema.js";
import { rememberCause } from "../../wire/cause-of.js";
import { Deadline } from "../../wire/deadline.js";
import { isJsonNumber, isJsonObject, type JsonValue, withoutPrototype } from "../../wire/json.js";
import { failure, type WireRequest } from "../../wire/transport.js";
import type { AnyOperation } from "./define.js";
import { faultOf } from "./description-fault.js";
import type { Operation, ResultBase } from "../../call/operation.js";
import { ownRequest } from "./request.js";
import { throughSchema } from "./through-schema.js";
import { identifiersOf, validate } from "../../call/validate.js";

// What its input must be is its own schema's to say: only the options are ours.
const schema = z.object({ input: z.object({}), options: closedObject(callOptionsShape) });
const schemas = { schema, names: new Set<string>() };

/** Its request is made with its input: placeholders are checked with that. */
type OwnCall = z.output<typeof schema> & { readonly request?: WireRequest };

const SHOWN = 20; // of the faults of an answer, which go into a message

/** @throws TypeError when it is none. */
export function ownOperation(operation: AnyOperation): Operation<OwnCall, ResultBase> {
  const fault = faultOf(operation);
  if (fault !== undefined) throw new TypeError(`PaymentClient: this is no operation: ${fault}`);
  const { name, effect, answer } = operation;
  const record: Operation<OwnCall, ResultBase> = {
    name,
    effect,
    schemas: () => schemas,
    encode: ({ request }) => request as WireRequest,

    /** Takes the input through its schema, within the call's time, and makes the request of it. */
    async accept(client, input, options) {
      const accepted = validate(record, client, {}, options);
      const { call, facts, limits } = accepted;
      const deadline = new Deadline(limits);
      const made = await throughSchema(operation.input, () => input, deadline);
      deadline.close();
      const isOver = deadline.ended !== undefined;
      if (isOver) throw failure(undefined, "", "not_sent", { ...limits, deadline, facts }, "checking the input");
      if (made.issues !== undefined) throw rememberCause(new PaymentValidationError(facts, made.issues), made.cause);
      const { request, fields, issues } = ownRequest(operation, made.value);
      if (issues.length > 0) throw new PaymentValidationError(facts, issues);
      return { ...accepted, call: { ...call, request }, facts: { ...facts, identifiers: identifiersOf(fields, []) } };
    },

    async readResult(body, _call, pending, deadline) {
      const made = await throughSchema(answer, () => withDecimals(body), deadline);
      if (made.issues === undefined) return { fields: made.fields, pending };
      const issues = made.issues.slice(0, SHOWN).map(({ path }) => ({ path, message: "does not fit its schema" }));
      return { issues, outcome: effect === "read" || pending ? "unknown" : "succeeded", cause: made.cause };
    },
  };
  return record;
}

/** The answer for its schema: each number as a Decimal, whatever its length. */
function withDecimals(value: JsonValue): unknown {
  if (isJsonNumber(value)) return exactDecimal(value.rawJSON);
  if (Array.isArray(value)) return value.map(withDecimals);
  if (!isJsonObject(value)) return value;
  return withoutPrototype(Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withDecimals(inner)])));
}
