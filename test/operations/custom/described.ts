/** The three operations of the guide, described with the schemas of zod. */
import { Decimal, defineOperation, exactNumber } from "merchant-payments";
import { z } from "zod";

const initialize = { name: "initializePayment", path: "/orders/{orderId}/initializePayment", effect: "write" } as const;
export const annul = { name: "annulPayment", path: "/transactions/{transactionId}/annul", effect: "money" } as const;
export const find = {
  name: "findPayment",
  path: "/transactions/{transactionId}",
  effect: "read",
  method: "GET",
} as const;
const amount = /^\d+\.\d{2}$/;
export const id = /^\d{18}$/;

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
