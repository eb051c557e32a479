/** The three operations of the guide, described with the schemas of valibot and of arktype. */
import { type } from "arktype";
import { Decimal, defineOperation, exactNumber } from "merchant-payments";
import * as v from "valibot";
import { amount, annul, find, id, initialize, type zod } from "../../../test/operations/custom/described.js";

export const valibot: typeof zod = {
  initializePayment: defineOperation({
    ...initialize,
    input: v.objectAsync({
      orderId: v.pipeAsync(
        v.string(),
        v.checkAsync(async (text) => v.is(v.pipe(v.string(), v.uuid()), text)),
      ),
      returnUrl: v.pipe(v.string(), v.url()),
      totalAmount: v.pipe(
        v.string(),
        v.regex(amount),
        v.transform((text) => exactNumber(text)),
      ),
      locale: v.optional(v.string()),
    }),
    response: v.object({ sessionId: v.string(), url: v.pipe(v.string(), v.url()) }),
  }),
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

export const arktype: typeof zod = {
  initializePayment: defineOperation({
    ...initialize,
    input: type({
      orderId: "string.uuid",
      returnUrl: "string.url",
      totalAmount: type(amount).pipe((text) => exactNumber(text)),
      "locale?": "string | undefined",
    }),
    response: type({ sessionId: "string", url: "string.url" }),
  }),
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
