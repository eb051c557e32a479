// Captures what the queue says has been shipped. The queue delivers a message at least once; a capture is made once.
//
// For cards, which the service captures only once: if the books were away after a call, or its process died, a later delivery may
// resolve the capture by sending it again. For other payment methods use `Once` and its PostgreSQL store
// (examples/capture-queue), which knows when that is safe; there is no store for DynamoDB.
import { randomUUID } from "node:crypto";
import { basicAuth, PaymentClient, responseOf, toResult } from "merchant-payments";
import * as books from "./books.js";

const { PAYMENTS_URL, PAYMENTS_MERCHANT_ID, PAYMENTS_PASSWORD } = process.env;

// Outside the handler: made once for all invocations of this instance, and a mistake in it fails the start.
const payments = new PaymentClient({
  baseUrl: PAYMENTS_URL,
  auth: basicAuth(PAYMENTS_MERCHANT_ID, PAYMENTS_PASSWORD),
  maxResponseBytes: 65_536, // what is parked keeps the response, and an item of DynamoDB has 400 KB
});

/** Of the invocation's time, kept for storing what became of the call. */
const RESERVE_MS = 5_000;
const LEAST_CALL_MS = 5_000;
const MOST_CALL_MS = 30_000;

/** Longer than a call and the storing of its outcome take: an intent that is older has been left behind. */
const LEFT_BEHIND_MS = 60_000;

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
    // A bug, or the books are away. The intent, if there is one, stays, and a later delivery resolves it.
    log({ messageId, failure: error.name });
    return "again";
  }
}

/** Returns `again` if the message is to be delivered again. */
async function capture({ shipment, orderId, transactionId, totalAmount, authorizedAmount }, timeForCall) {
  if (typeof totalAmount !== "string") throw new TypeError("totalAmount must be text: a number may have lost a digit");
  if (timeForCall() < LEAST_CALL_MS) return "again";

  const intent = randomUUID();
  const finalization = { orderId, transactionId, totalAmount };
  const authorization = { paymentMethod: "card", authorizedAmount };
  const known = await books.open(shipment, intent, finalization);
  if (known !== undefined && known.state !== "capturing") return "done";
  const options = { authorization, timeoutMs: Math.max(timeForCall(), 1) };
  if (known !== undefined) {
    const isLeftBehind = Date.now() - Date.parse(known.openedAt) > LEFT_BEHIND_MS;
    return isLeftBehind ? resolve(shipment, finalization, options) : "again";
  }

  const ending = await toResult(payments.finalize(finalization, options));
  if (ending.ok) {
    await books.close(shipment, ending.value.pending ? "pending" : "captured");
    return "done";
  }

  const { error } = ending;
  const { code, outcome, scope, statusKey, advice } = error;
  log({ shipment, code, outcome, statusKey, orderId, transactionId, advice });
  // Not captured, and nothing is wrong with this shipment: it was not sent, or the credentials are wrong, say.
  const isOfMerchant = scope === "merchant" && outcome !== "unknown";
  if (error.safeToRetry || isOfMerchant) {
    await books.forget(shipment, intent);
    return "again";
  }
  switch (outcome) {
    case "not_sent":
      await books.close(shipment, "invalid", { issues: error.issues });
      return "done";
    case "rejected":
      if (error.mayBeDone) await books.close(shipment, "parked", { error, advice, response: responseOf(error) });
      else await books.close(shipment, "rejected", { why: code === "service_error" ? statusKey : code });
      return "done";
    case "succeeded":
      await books.close(shipment, "captured", { advice, response: responseOf(error) });
      return "done";
    case "unknown":
      await books.close(shipment, "parked", { error, advice, response: responseOf(error) });
      return "done";
  }
}

const BOOKED_AS = { captured: "captured", pending: "pending", not_captured: "rejected", conflict: "parked" };

/** Finds out what became of a capture whose outcome was not stored. */
async function resolve(shipment, finalization, options) {
  const found = await payments.resolveFinalization(finalization, options);
  log({ shipment, resolved: found.state, code: found.error?.code, ...finalization });
  if (found.state === "unknown" && found.canAskAgain) return "again"; // if it stays so, the dead-letter queue tells
  await books.close(shipment, BOOKED_AS[found.state] ?? "parked", { response: responseOf(found) });
  return "done";
}

/** Without the error's message, because it ends with the service's own words. */
function log(facts) {
  console.warn(JSON.stringify(facts));
}
