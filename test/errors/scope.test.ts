import { expect, test } from "vitest";
import { clientResponding, errorOf } from "../support/client.js";

const finalization = { transactionId: "201409251527280673", totalAmount: "125.00" };
const rejection = (errorNumber: number, statusKey: string) =>
  `{"status":{"isSuccess":false,"errorNumber":${errorNumber},"statusKey":"${statusKey}","statusMessage":"No."}}`;

async function failureUnder(body: string, httpStatus: number) {
  const { payments } = clientResponding(body, httpStatus);
  return errorOf(payments.finalize(finalization));
}

test.each([
  ["the account", rejection(1000, "MERCHANT_ACCT_READ_ONLY"), 200],
  ["the credentials", rejection(-3, "HTTP_401"), 200],
  ["the credentials, in small letters", rejection(-3, "http_401"), 200],
  ["the rights", rejection(-3, "HTTP_403"), 200],
  ["the rate", rejection(-3, "HTTP_429"), 200],
  ["HTTP 401 with the service's envelope", rejection(-2, "VALIDATION_ERROR"), 401],
  ["HTTP 403 with the service's envelope", rejection(-2, "VALIDATION_ERROR"), 403],
  ["HTTP 429 with the service's envelope", rejection(-2, "VALIDATION_ERROR"), 429],
  ["HTTP 401 and a page", "<html>", 401],
  ["HTTP 404 and a page, as a wrong base URL gives it", "<html>", 404],
  ["HTTP 400 from a gateway", '{"message":"Forbidden"}', 400],
])("of the merchant: %s", async (_what, body, httpStatus) => {
  const error = await failureUnder(body, httpStatus);
  expect(error.scope).toBe("merchant");
  expect(error.advice).toContain("Every other call fails in the same way");
});

test.each([
  ["a rejection", rejection(3002, "FINALIZE_AMT_EXCEEDED"), 200],
  ["a rejection under HTTP 404", rejection(3000, "ORDER_NOT_FOUND"), 404],
  ["a breakdown", rejection(-1, "INTERNAL_ERROR"), 500],
  ["a page under HTTP 502", "<html>", 502],
  ["a response that is none", "", 200],
])("of this call: %s", async (_what, body, httpStatus) => {
  const error = await failureUnder(body, httpStatus);
  expect(error.scope).toBe("call");
  expect(error.advice).not.toContain("Every other call");
});

test("of this call: a fault of the input", async () => {
  const { payments } = clientResponding("");
  expect((await errorOf(payments.finalize({ ...finalization, totalAmount: "0" }))).scope).toBe("call");
});
