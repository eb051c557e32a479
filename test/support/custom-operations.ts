import { Decimal } from "decimal.js";
import { z } from "zod";

/** A write. */
export const initializePayment = {
  name: "initializePayment",
  method: "POST",
  path: "/orders/{orderId}/initializePayment",
  input: z.object({
    orderId: z.guid(),
    returnUrl: z.url(),
    totalAmount: z.instanceof(Decimal),
    saveCard: z.boolean().optional(),
  }),
  response: z.object({ sessionId: z.string(), url: z.url() }),
} as const;

/** A read. */
export const findPayment = {
  name: "findPayment",
  method: "GET",
  path: "/payments/{transactionId}",
  input: z.object({ transactionId: z.string(), withHistory: z.boolean(), since: z.date() }),
  response: z.object({ amount: z.instanceof(Decimal), parts: z.array(z.instanceof(Decimal)), note: z.string() }),
} as const;
