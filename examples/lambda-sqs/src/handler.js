// Captures shipments from a queue. The queue delivers a message at least once, and each capture is made only once.
//
// Only for cards, which the service captures only once. If the outcome of a call was not stored, a later delivery resolves the capture
// by sending it again. For other payment methods, use `Once` with its PostgreSQL store (examples/capture-queue), which knows when that
// is safe. There is no store for DynamoDB.
import { randomUUID } from "node:crypto";
import { basicAuth, PaymentClient, responseOf, toResult } from "merchant-payments";
import * as books from "./books.js";

const { PAYMENTS_URL, PAYMENTS_MERCHANT_ID, PAYMENTS_PASSWORD } = process.env;

// Made once for all invocations of this instance. An invalid option fails the start.
const payments = new PaymentClient({
  baseUrl: PAYMENTS_URL,
  auth: basicAuth(PAYMENTS_MERCHANT_ID, PAYMENTS_PASSWORD),
  maxResponseBytes: 65_536, // a parked capture keeps the response, and an item of DynamoDB holds at most 400 KB
});

/** The part of the invocation's time that is kept to store the outcome of the call. */
const RESERVE_MS = 5_000;
const LEAST_CALL_MS = 5_000;
const MOST_CALL_MS = 30_000;

/** Longer than a call and the storing of its outcome take. The process of an older intent has died. */
const LEFT_BEHIND_MS = 60_000;

export async function handler({ Records }, context) {
  const timeForCall = () => Math.min(context.getRemainingTimeInMillis() - RESERVE_MS, MOST_CALL_MS);
  const ends = await Promise.all(Records.map((record) => deliver(record, timeForCall)));
  // The queue delivers these again, and in the end moves them to the dead-letter queue. The others are done, whatever their outcome.
  const again = Records.filter((_, index) => ends[index] === "again");
  return { batchItemFailures: again.map(({ messageId }) => ({ itemIdentifier: messageId })) };
}

async function deliver({ messageId, body }, timeForCall) {
  try {
    return await capture(JSON.parse(body), timeForCall);
  } catch (error) {
    // A bug, or the books cannot be written. If there is an intent, it stays, and a later delivery resolves it.
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
  // Not captured, and nothing is wrong with this shipment: for example, it was not sent, or the credentials are wrong.
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
      await books.close(shipment, "rejected", { why: code === "service_error" ? statusKey : code });
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
  if (found.state === "unknown" && found.canAskAgain) return "again"; // after the last delivery, the message goes to the dead-letter queue
  await books.close(shipment, BOOKED_AS[found.state] ?? "parked", { response: responseOf(found) });
  return "done";
}

/** Without the error's message, because it ends with the service's own words. */
function log(facts) {
  console.warn(JSON.stringify(facts));
}
