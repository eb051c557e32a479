import { Decimal, defineOperation, type LookUp } from "merchant-payments";
import { z } from "zod";

/** The fake's own operation. */
export const readTransaction = defineOperation({
  name: "readTransaction",
  path: "/transactions/{transactionId}",
  method: "GET",
  effect: "read",
  input: z.object({ transactionId: z.string() }),
  response: z.object({
    transactionId: z.string(),
    canFinalizeAgain: z.boolean(),
    totalAmountFinalized: z.instanceof(Decimal),
    totalAmountPendingFinalization: z.instanceof(Decimal),
    amountRemainingForFinalize: z.instanceof(Decimal),
  }),
});

/** Reads the balance at the fake. */
export const readBalance: LookUp = async ({ transactionId }, { call }) => {
  const read = await call(readTransaction, { transactionId });
  return { finalized: read.totalAmountFinalized, pending: read.totalAmountPendingFinalization };
};
