import { expect, test, vi } from "vitest";
import { clientOver, clientResponding, errorOf, failedFetch, finalization } from "../support/client.js";

const rejection = (errorNumber: number, statusKey: string) =>
  `{"status":{"isSuccess":false,"errorNumber":${errorNumber},"statusKey":"${statusKey}","statusMessage":"No."}}`;

async function failureUnder(body: string, httpStatus: number) {
  const { payments } = clientResponding(body, httpStatus);
  return errorOf(payments.finalize(finalization));
}

test.each([
  ["a read-only account", rejection(1000, "MERCHANT_ACCT_READ_ONLY"), 200],
  ["unknown credentials", rejection(-3, "HTTP_401"), 200],
  ["unknown credentials, in lower case", rejection(-3, "http_401"), 200],
  ["missing rights", rejection(-3, "HTTP_403"), 200],
  ["too many calls", rejection(-3, "HTTP_429"), 200],
  ["HTTP 403 and a page, which leaves the outcome unknown", "<html>", 403],
  ["HTTP 401 and a page", "<html>", 401],
  ["HTTP 404 and a page, as after a wrong base URL", "<html>", 404],
  ["HTTP 400 from a gateway", '{"message":"Forbidden"}', 400],
])("the scope of an error is the merchant after %s", async (_what, body, httpStatus) => {
  const error = await failureUnder(body, httpStatus);
  expect(error.scope).toBe("merchant");
  expect(error.advice).toContain("Every other call will probably fail in the same way");
});

const certificates =
  "ERR_TLS_CERT_ALTNAME_INVALID DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_VERIFY_LEAF_SIGNATURE " +
  "CERT_HAS_EXPIRED CERT_NOT_YET_VALID";

test.each(certificates.split(" "))(
  "the scope of an error is the merchant after %s over a fetch, and the call is made once",
  async (code) => {
    const cause = Object.assign(new Error("as recorded"), { code });
    const fetch = vi.fn(() => Promise.reject(new TypeError("fetch failed", { cause })));
    const error = await errorOf(clientOver(fetch).finalize(finalization));
    expect(error).toMatchObject({ outcome: "unknown", scope: "merchant", safeToRetry: false, cause: { code } });
    expect(error.advice).toContain("Every other call will probably fail in the same way");
    expect(fetch).toHaveBeenCalledTimes(1);
  },
);

test("the scope of an error is the merchant after headers that cannot be sent", async () => {
  const auth = () => ({ authorization: "Bearer a\nb" });
  const error = await errorOf(clientOver(undefined, { auth }).finalize(finalization));
  expect(error).toMatchObject({ code: "connection", outcome: "not_sent", scope: "merchant", safeToRetry: false });
  expect(error.advice).toContain("Every other call will probably fail in the same way");
});

test("the scope of an error is its call after a connection that broke", async () => {
  const error = await errorOf(clientOver(() => Promise.reject(failedFetch("read ECONNRESET"))).finalize(finalization));
  expect(error).toMatchObject({ outcome: "unknown", scope: "call" });
});

test.each([
  ["a rejection", rejection(3002, "FINALIZE_AMT_EXCEEDED"), 200],
  ["a rejection under HTTP 404", rejection(3000, "ORDER_NOT_FOUND"), 404],
  ["an internal error of the service", rejection(-1, "INTERNAL_ERROR"), 500],
  ["a page under HTTP 502", "<html>", 502],
  ["an empty response", "", 200],
])("the scope of an error is its call after %s", async (_what, body, httpStatus) => {
  const error = await failureUnder(body, httpStatus);
  expect(error.scope).toBe("call");
  expect(error.advice).not.toContain("Every other call");
});

test("the scope of an error is its call after an invalid input", async () => {
  const { payments } = clientResponding("");
  expect((await errorOf(payments.finalize({ ...finalization, totalAmount: "0" }))).scope).toBe("call");
});
