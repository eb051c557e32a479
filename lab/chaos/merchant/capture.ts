/** A capture, and what the README advises to note about each outcome. */
import {
  type AuthorizationFacts,
  type FinalizeResult,
  type PaymentClient,
  type Settled,
  settle,
} from "merchant-payments";
import type { Capture } from "../dispatch.ts";
import type { Entry } from "./journal.ts";

export async function capture(payments: PaymentClient, due: Capture): Promise<Entry> {
  const { id, orderId, transactionId, totalAmount, lineItems } = due;
  const { paymentMethod, authorizedAmount, currencyCode, hasLineItems } = due;
  const finalization = { orderId, transactionId, totalAmount, lineItems };
  const authorization: AuthorizationFacts = { paymentMethod, authorizedAmount, currencyCode, hasLineItems };
  return { id, ...outcome(await settle(payments.finalize(finalization, { authorization }))) };
}

/** So a service answers to a request that a hop has sent again: perhaps the first one has moved the money. */
const spent = new Set(["PAYMENT_COMPLETED", "FINALIZE_AMT_EXCEEDED", "PAYMENT_ANNULLED"]);

function outcome(settled: Settled<FinalizeResult>): Omit<Entry, "id"> {
  if (settled.ok) {
    const { pending, transactionId } = settled.value;
    return { state: pending ? "pending" : "captured", transactionId }; // pending is not yet money
  }
  const { error } = settled;
  switch (error.outcome) {
    case "not_sent":
      return { state: error.safeToRetry ? "not_sent" : "bug", why: error.code };
    case "rejected": {
      const why = (error.code === "service_error" ? error.statusKey : undefined) ?? error.code;
      return { state: spent.has(why) ? "parked" : "refused", why };
    }
    case "succeeded":
      return { state: "captured", why: error.code };
    case "unknown":
      return { state: "parked", why: error.code };
  }
}
