/** Two operations of the guide, described with the schemas of valibot and of arktype. */
import { type } from "arktype";
import { Decimal, defineOperation } from "merchant-payments";
import * as v from "valibot";
import { annul, find, id, type zod } from "../../../test/operations/custom/described.js";

type Others = Omit<typeof zod, "initializePayment">;

export const valibot: Others = {
  annulPayment: defineOperation({
    ...annul,
    input: v.object({ transactionId: v.pipe(v.string(), v.regex(id)) }),
    response: v.object({ totalAmountAnnulled: v.instance(Decimal) }),
  }),
  findPayment: defineOperation({
    ...find,
    input: v.object({ transactionId: v.pipe(v.string(), v.regex(id)), withHistory: v.optional(v.boolean()) }),
    response: v.object({ state: v.string(), finalized: v.array(v.instance(Decimal)) }),
  }),
};

export const arktype: Others = {
  annulPayment: defineOperation({
    ...annul,
    input: type({ transactionId: id }),
    response: type({ totalAmountAnnulled: type.instanceOf(Decimal) }),
  }),
  findPayment: defineOperation({
    ...find,
    input: type({ transactionId: id, "withHistory?": "boolean | undefined" }),
    response: type({ state: "string", finalized: type.instanceOf(Decimal).array() }),
  }),
};
