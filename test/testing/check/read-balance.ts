import { Decimal, defineOperation, type LookUp } from "merchant-payments";
import { z } from "zod";

/** The fake's own operation. */
const readTransaction = defineOperation({
  name: "readTransaction",
  method: "GET",
  effect: "read",
  path: "/transactions/{transactionId}",
  input: z.object({ transactionId: z.string() }),
  response: z.object({
    totalAmountFinalized: z.instanceof(Decimal),
    totalAmountPendingFinalization: z.instanceof(Decimal),
  }),
});

/** Reads the balance at the fake. */
export const readBalance: LookUp = async ({ transactionId }, { call }) => {
  const read = await call(readTransaction, { transactionId });
  return { finalized: read.totalAmountFinalized, pending: read.totalAmountPendingFinalization };
};

/** Reads it three times, as a service with several operations requires. */
export const readThreeTimes: LookUp = async (...asked) => {
  await readBalance(...asked);
  await readBalance(...asked);
  return readBalance(...asked);
};
