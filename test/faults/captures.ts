import { type CallOptions, defineOperation, type PaymentClient } from "merchant-payments";
import { z } from "zod";
import type { finalizations } from "./responses.js";

type Finalization = (typeof finalizations)["usual" | "empty"];

/** A call that moves money; each row is tested with it. */
export type Capture = (
  client: PaymentClient,
  finalization: Finalization,
  options?: CallOptions,
) => Promise<{ readonly transactionId: string }>;

/** The library's own operation. */
export const finalize: Capture = (client, finalization, options) => client.finalize(finalization, options);

const capturePayment = defineOperation({
  name: "capturePayment",
  path: "/orders/{orderId}/transactions/{transactionId}/capture/{totalAmount}",
  effect: "money",
  input: z.object({
    orderId: z.guid(),
    transactionId: z.string(),
    totalAmount: z.string(),
    lineItems: z.array(z.record(z.string(), z.string())).optional(),
  }),
  response: z.object({ transactionId: z.string() }),
});

/** A custom operation. */
export const customOperation: Capture = (client, finalization, options) => {
  return client.call(capturePayment, finalization, options);
};
