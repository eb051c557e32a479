/** A finalization as the guide has it: made once, and what stays unknown is found out with `resolveFinalization`. */
import { type PaymentClient, PaymentValidationError, toResult } from "merchant-payments";
import type { Part } from "./shipments.ts";

export type State = "captured" | "pending" | "refused" | "not_captured" | "unknown";

export interface Said {
  readonly part: Part;
  readonly afterCall: State;
  readonly inTheEnd: State;
  /** How it was found out, where it was. */
  readonly by?: "first" | "repeat" | undefined;
  readonly asked: number;
}

const ASK_AT_MOST = 6;
const REFUSED_AS_DONE = ["PAYMENT_COMPLETED", "FINALIZE_AMT_EXCEEDED", "PAYMENT_ANNULLED"];

export async function capture(payments: PaymentClient, part: Part): Promise<Said> {
  const afterCall = await finalizeOnce(payments, part);
  if (afterCall !== "unknown") return { part, afterCall, inTheEnd: afterCall, asked: 0 };
  return { part, afterCall, ...(await findOut(payments, part)) };
}

/** Made again only after an attempt that is proven not to have been sent, or was refused to the whole merchant. */
async function finalizeOnce(payments: PaymentClient, part: Part): Promise<State> {
  for (let attempt = 1; attempt <= 20; attempt += 1) {
    const ended = await toResult(payments.finalize(...callOf(part)));
    if (ended.ok) return ended.value.pending ? "pending" : "captured";
    const { error } = ended;
    if (error.outcome === "succeeded") return "captured";
    if (error.outcome === "unknown") return "unknown";
    if (error.code === "service_error" && REFUSED_AS_DONE.includes(error.statusKey ?? "")) return "unknown";
    if (error.outcome === "rejected" && error.scope === "call") return "refused";
  }
  return "refused";
}

async function findOut(payments: PaymentClient, part: Part): Promise<Omit<Said, "part" | "afterCall">> {
  for (let asked = 1; asked <= ASK_AT_MOST; asked += 1) {
    try {
      const found = await payments.resolveFinalization(...callOf(part));
      if (found.state === "captured") return { inTheEnd: "captured", by: found.by, asked };
      if (found.state === "conflict") return { inTheEnd: "unknown", asked };
      if (found.state !== "unknown") return { inTheEnd: found.state, asked };
      if (!found.canAskAgain) return { inTheEnd: "unknown", asked };
    } catch (error) {
      if (error instanceof PaymentValidationError) return { inTheEnd: "unknown", asked: 0 }; // not eligible: parked
      throw error;
    }
  }
  return { inTheEnd: "unknown", asked: ASK_AT_MOST };
}

function callOf({ method, orderId, transactionId, totalAmount, finalizedBefore }: Part) {
  const authorization = { paymentMethod: method, authorizedAmount: "100.00", finalizedBefore };
  return [{ orderId, transactionId, totalAmount }, { authorization }] as const;
}
