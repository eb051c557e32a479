/** A message says what to check first, if there is one likely cause. */
import { expect, test } from "vitest";
import { PaymentConnectionError } from "../../src/errors/payment-connection-error.js";
import { clientResponding, errorOf, finalization } from "../support/client.js";

const html = "<!doctype html>";
const envelope = (statusKey: string) => `{"status":{"isSuccess":false,"errorNumber":-3,"statusKey":"${statusKey}"}}`;

test.each([
  [401, envelope("HTTP_401"), "check the merchant id and the password, or the token, that auth gives"],
  [200, envelope("HTTP_401"), "check the merchant id and the password, or the token, that auth gives"],
  [403, html, "check that the credentials that auth gives are of this merchant account, and allow this operation"],
  [404, html, "check the host and the path of baseUrl"],
  [429, envelope("HTTP_429"), "the service limits the rate of calls: wait before the next one"],
])("a rejection under HTTP %i, %s, says what to check", async (httpStatus, body, hint) => {
  const { message } = await errorOf(clientResponding(body, httpStatus).payments.finalize(finalization));
  expect(message.endsWith(hint)).toBe(true);
});

test.each([
  ["ENOTFOUND", "check the host of baseUrl, or of the proxy"],
  ["ECONNREFUSED", "nothing listens there; check baseUrl, or the proxy"],
  ["EPROTO", "is this port an http port?"],
  ["ERR_SSL_WRONG_VERSION_NUMBER", "is this port an http port?"],
  ["SELF_SIGNED_CERT_IN_CHAIN", "give a private CA's certificate as tls.ca"],
])("a connection that failed with %s says what to check", (code, hint) => {
  const call = { operation: "finalize", identifiers: {} } as const;
  const error = new PaymentConnectionError(call, "not_sent", "the connection failed", { name: "Error", code });
  expect(error.message).toBe(`finalize: the connection failed, nothing was sent (${code}: ${hint})`);
});
