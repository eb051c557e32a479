// Captures what the queue says has been shipped. The queue delivers a message at least once; a capture is sent once.
import { randomUUID } from "node:crypto";
import { basicAuth, PaymentClient, responseOf, settle } from "merchant-payments";
import * as books from "./books.js";

const { PAYMENTS_URL, PAYMENTS_MERCHANT_ID, PAYMENTS_PASSWORD } = process.env;

// Outside the handler: made once for all invocations of this instance, and a mistake in it fails the start.
const payments = new PaymentClient({
  baseUrl: PAYMENTS_URL,
  auth: basicAuth(PAYMENTS_MERCHANT_ID, PAYMENTS_PASSWORD),
  maxResponseBytes: 65_536, // what is parked keeps the answer, and an item of DynamoDB has 400 KB
});

/** Of the invocation's time, kept for storing what became of the call. */
const RESERVE_MS = 5_000;
const LEAST_CALL_MS = 5_000;
const MOST_CALL_MS = 30_000;

export async function handler({ Records }, context) {
  const timeForCall = () => Math.min(context.getRemainingTimeInMillis() - RESERVE_MS, MOST_CALL_MS);
  const ends = await Promise.all(Records.map((record) => deliver(record, timeForCall)));
  // These come again, and in the end go to the dead-letter queue. The others are done, whatever their outcome.
  const again = Records.filter((_, index) => ends[index] === "again");
  return { batchItemFailures: again.map(({ messageId }) => ({ itemIdentifier: messageId })) };
}

async function deliver({ messageId, body }, timeForCall) {
  try {
    return await capture(JSON.parse(body), timeForCall);
  } catch (error) {
    // A bug, or the books are away. The intent, if there is one, stays, so that nothing more is sent.
    log({ messageId, failure: error.name });
    return "again";
  }
}

/** Gives `again` when, and only when, the message is to be delivered again. */
async function capture({ shipment, orderId, transactionId, totalAmount }, timeForCall) {
  if (typeof totalAmount !== "string") throw new TypeError("totalAmount must be text: a number may have lost a digit");
  if (timeForCall() < LEAST_CALL_MS) return "again";

  const intent = randomUUID();
  const known = await books.open(shipment, intent, { orderId, transactionId, totalAmount });
  // Under way elsewhere, or begun by one that has died: nothing is sent. If it stays so, the dead-letter queue tells.
  if (known === "capturing") return "again";
  if (known !== undefined) return "done";

  const ending = await settle(
    payments.finalize(
      { orderId, transactionId, totalAmount },
      { authorization: { paymentMethod: "card" }, timeoutMs: Math.max(timeForCall(), 1) },
    ),
  );
  if (ending.ok) {
    await books.close(shipment, ending.value.pending ? "pending" : "captured");
    return "done";
  }

  const { error } = ending;
  const { code, outcome, statusKey, advice } = error;
  log({ shipment, code, outcome, statusKey, orderId, transactionId, advice });
  switch (outcome) {
    case "not_sent":
      if (error.safeToRetry) {
        await books.forget(shipment, intent); // proven: nothing was sent
        return "again";
      }
      await books.close(shipment, "invalid", { issues: error.issues });
      return "done";
    case "rejected":
      await books.close(shipment, "refused", { why: code === "service_error" ? statusKey : code });
      return "done";
    case "succeeded":
      await books.close(shipment, "captured", { advice, answer: responseOf(error) });
      return "done";
    case "unknown":
      await books.close(shipment, "parked", { error, advice, answer: responseOf(error) });
      return "done";
  }
}

/** Without the error's words, which end with the service's own. */
function log(facts) {
  console.warn(JSON.stringify(facts));
}
