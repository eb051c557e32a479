/** Calls that end without a result, and what the person who reads the log does next. */
import { FakePaymentService } from "merchant-payments/testing";
import { vi } from "vitest";
import { clientOfFake, clientResponding, finalization } from "../../support/client.js";
import { stopTime } from "../../support/time.js";
import type { Mistake } from "./mistake.js";

/** The deadline passes while `auth` is called. */
function authThatStalls() {
  stopTime();
  const auth = () => {
    vi.advanceTimersByTime(1_000);
    return new Promise<never>(() => undefined);
  };
  return clientResponding("", 200, { auth, timeoutMs: 1_000 }).payments.finalize(finalization);
}

async function capturedTwice() {
  const service = new FakePaymentService();
  const sale = service.sell({ paymentMethod: "card", amount: "125.00" });
  const payments = clientOfFake(service);
  await payments.finalize(sale);
  await payments.finalize(sale);
}

export const networkMistakes: readonly Mistake[] = [
  [
    "a finalization that was captured already",
    capturedTwice,
    "finalize: the service rejected it, but it may be captured already: read error.advice first (PAYMENT_COMPLETED 3007, HTTP 200): The payment has already been finalized.",
  ],
  [
    "a sendBefore that has passed",
    () => clientResponding("").payments.finalize(finalization, { sendBefore: new Date(0) }),
    "finalize: nothing was sent: sendBefore had passed; call again with a later one",
  ],
  [
    "an auth that never returns",
    authThatStalls,
    "finalize: nothing was sent: the deadline of 1000 ms passed (auth had not returned)",
  ],
  [
    "an auth that throws",
    () =>
      clientResponding("", 200, {
        auth: () => Promise.reject(new Error("the vault is sealed")),
        maxRetries: 0,
      }).payments.finalize(finalization),
    "finalize: auth failed, nothing was sent (Error: causeOf(error) has its message)",
  ],
  [
    "a page of HTML under HTTP 403",
    () => clientResponding("<!doctype html>", 403).payments.finalize(finalization),
    "finalize: unexpected response (HTTP 403, text/html), the request was rejected: the response is not JSON; it may come from a proxy or a firewall; check that the credentials that auth gives are of this merchant account, and allow this operation",
  ],
];
