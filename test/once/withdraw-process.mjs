/** A process of processes.slow.test.ts: it delivers or withdraws keys in a file that it shares, as the parent says. */
import { basicAuth, PaymentClient } from "merchant-payments";
import { Once, OnceDecisionError, OnceReview } from "merchant-payments/once";
import { SqliteOnceStore } from "merchant-payments/once/sqlite";

const sent = [];
const done = {
  status: { isSuccess: true, errorNumber: 0, statusKey: "SUCCESS", statusMessage: "", errors: null },
  batchId: "B-1",
  acquirerId: "1",
  canFinalizeAgain: false,
  totalAmountFinalized: 10,
  totalAmountPendingFinalization: 0,
  amountRemainingForFinalize: 0,
};
const payments = new PaymentClient({
  baseUrl: "https://payments.example.com",
  auth: basicAuth("merchant", "password"),
  fetch: async (request) => {
    sent.push(new URL(request.url ?? request).pathname.split("/").at(-3));
    const own = { ...done, transactionId: `T-${sent.length}` }; // each capture has its own
    return new Response(JSON.stringify(own), { headers: { "content-type": "application/json" } });
  },
});

const [, , file] = process.argv;
const store = new SqliteOnceStore(file);
const once = new Once({ payments, store, book: () => undefined, fail: () => undefined });
const review = new OnceReview({ store });
const authorization = { paymentMethod: "card", authorizedAmount: "10.00", currencyCode: "SEK" };

/** Each resolves to what it was told. */
const jobs = {
  async deliver(key) {
    const { state } = await once.finalize(key, { transactionId: key, totalAmount: "10.00" }, { authorization });
    return state;
  },
  async withdraw(key) {
    try {
      return (await review.withdraw(key, { by: "Åsa", why: "the order was cancelled" })).state;
    } catch (error) {
      if (error instanceof OnceDecisionError) return "refused";
      throw error;
    }
  },
};

process.on("message", async ({ job, key }) => {
  process.send({ told: await jobs[job](key), sent });
});
process.send("ready");
