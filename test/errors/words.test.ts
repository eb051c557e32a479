/** What errors say. Calls cannot make all of these combinations; the kit's `paymentError()` can. */
import { PaymentResponseError, PaymentServiceError, PaymentTimeoutError } from "merchant-payments";
import { expect, test } from "vitest";

const finalize = { operation: "finalize", identifiers: {} } as const;
const custom = { operation: "capturePart", identifiers: {} } as const;
const perhapsDone = "it may be captured already";

test("without its client's options, an unknown outcome gets the advice of the default options", () => {
  expect(new PaymentTimeoutError(finalize, "unknown", 100).advice).toContain(
    "3. If card pays, call resolveFinalization",
  );
  expect(new PaymentTimeoutError(custom, "unknown", 100).advice).toMatch(/^The money may have moved\./);
});

test("a timeout says its deadline, and why it passed", () => {
  const unsent = new PaymentTimeoutError(finalize, "not_sent", 100);
  const lost = new PaymentTimeoutError(finalize, "unknown", 100);
  const busy = new PaymentTimeoutError(finalize, "unknown", 100, "the process was busy");
  expect(unsent.message).toBe("finalize: nothing was sent: the deadline of 100 ms passed");
  expect(lost.message).toBe("finalize: no complete response within 100 ms, and the request may have been processed");
  expect(busy.message).toContain("within 100 ms (the process was busy), and");
  expect(unsent.timeoutMs).toBe(100);
});

test.each([
  [299, false],
  [300, true],
  [399, true],
  [400, false],
])("HTTP %i is called a redirect: %s", (httpStatus, isOne) => {
  const error = new PaymentResponseError(finalize, "unknown", { httpStatus, contentType: undefined, issues: [] });
  expect(error.message.includes("it is a redirect")).toBe(isOne);
});

const rejectedAs = (statusKey: string, meaning: "rejected" | "released" | "unknown", statusMessage?: string) => {
  return { httpStatus: 200, meaning, errorNumber: 3000, statusKey, statusMessage, errors: [], exceptionDetails: null };
};

test("only a finalization whose outcome is unknown may be captured already", () => {
  const released = rejectedAs("PAYMENT_ANNULLED", "released");
  expect(new PaymentServiceError(finalize, "unknown", released).message).toContain(perhapsDone);
  expect(new PaymentServiceError(finalize, "rejected", released).message).not.toContain(perhapsDone);
  expect(new PaymentServiceError(custom, "unknown", released).message).not.toContain(perhapsDone);
});

test("a rejection hints at the ids only if the key means a rejection", () => {
  const hint = "transactionId must be the authorization's";
  expect(new PaymentServiceError(finalize, "rejected", rejectedAs("ORDER_NOT_FOUND", "rejected")).message).toContain(
    hint,
  );
  expect(new PaymentServiceError(finalize, "unknown", rejectedAs("ORDER_NOT_FOUND", "unknown")).message).not.toContain(
    hint,
  );
});

test("the service's words lose all full stops at their end if more follows", () => {
  const rejection = rejectedAs("ORDER_NOT_FOUND", "rejected", "Not found. . .");
  expect(new PaymentServiceError(finalize, "rejected", rejection).message).toContain(
    "HTTP 200): Not found; transactionId",
  );
});
