/** The three operations of the guide, described with the schemas of four libraries. */
import { type } from "arktype";
import { Decimal, defineOperation, exactNumber } from "merchant-payments";
import * as v from "valibot";
import { z } from "zod";
import * as mini from "zod/mini";

const initialize = { name: "initializePayment", path: "/orders/{orderId}/initializePayment", effect: "write" } as const;
const annul = { name: "annulPayment", path: "/transactions/{transactionId}/annul", effect: "money" } as const;
const find = { name: "findPayment", path: "/transactions/{transactionId}", effect: "read", method: "GET" } as const;
const amount = /^\d+\.\d{2}$/;
const id = /^\d{18}$/;

export const zod = {
  initializePayment: defineOperation({
    ...initialize,
    input: z.object({
      orderId: z.guid(),
      returnUrl: z.url(),
      totalAmount: z.string().regex(amount).transform(exactNumber),
      locale: z.string().optional(),
    }),
    response: z.object({ sessionId: z.string(), url: z.url() }),
  }),
  annulPayment: defineOperation({
    ...annul,
    input: z.object({ transactionId: z.string().regex(id) }),
    response: z.object({ totalAmountAnnulled: z.instanceof(Decimal) }),
  }),
  findPayment: defineOperation({
    ...find,
    input: z.object({ transactionId: z.string().regex(id), withHistory: z.boolean().optional() }),
    response: z.object({ state: z.string(), finalized: z.array(z.instanceof(Decimal)) }),
  }),
};

export const zodMini: typeof zod = {
  initializePayment: defineOperation({
    ...initialize,
    input: mini.object({
      orderId: mini.guid(),
      returnUrl: mini.url(),
      totalAmount: mini.pipe(
        mini.string().check(mini.regex(amount)),
        mini.transform((text: string) => exactNumber(text)),
      ),
      locale: mini.optional(mini.string()),
    }),
    response: mini.object({ sessionId: mini.string(), url: mini.url() }),
  }),
  annulPayment: defineOperation({
    ...annul,
    input: mini.object({ transactionId: mini.string().check(mini.regex(id)) }),
    response: mini.object({ totalAmountAnnulled: mini.instanceof(Decimal) }),
  }),
  findPayment: defineOperation({
    ...find,
    input: mini.object({
      transactionId: mini.string().check(mini.regex(id)),
      withHistory: mini.optional(mini.boolean()),
    }),
    response: mini.object({ state: mini.string(), finalized: mini.array(mini.instanceof(Decimal)) }),
  }),
};

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
