import { fault } from "merchant-payments/testing";
import { describe, expect, test } from "vitest";
import { logPaymentError } from "../../../examples/pino-logging.js";
import { errorOf, finalization } from "../../../test/support/client.js";
import { logged } from "./logged.js";

const errorNamed = (name: string) => {
  return { type: name, name, operation: "finalize", transactionId: finalization.transactionId };
};

describe("an error", () => {
  const echo = "asa@example.com, authorized by fake-password";

  /** A rejection that quotes what was sent, in every field that a service could use. */
  const echoing = (statusMessage: string) => {
    const errors = [{ errorCode: "MAX", fieldName: "TotalAmount", message: echo }];
    const rejection = { isSuccess: false, errorNumber: -2, statusKey: "VALIDATION_ERROR", statusMessage, errors };
    const status = { ...rejection, exceptionDetails: { request: echo } };
    return fault.response({ body: JSON.stringify({ status, request: echo }) });
  };

  test("is logged with its advice, and without the service's text", async () => {
    const { service, logger, client, lines } = logged();
    service.faults.next("finalize", echoing(echo));
    logPaymentError(logger, await errorOf(client().finalize(finalization)));
    const errors = [{ path: "totalAmount", fieldName: "TotalAmount", errorCode: "MAX" }];
    const rejection = { code: "service_error", httpStatus: 200, errorNumber: -2, statusKey: "VALIDATION_ERROR" };
    const judged = { outcome: "rejected", meaning: "rejected", scope: "call", safeToRetry: false };
    const advice = "This call moved no money. Correct the fields in `errors`, then call again.";
    const facts = { ...errorNamed("PaymentServiceError"), ...judged, ...rejection, errors, advice };
    expect(lines()).toEqual([{ level: 50, err: { ...facts, aggregateErrors: errors }, msg: "finalize: rejected" }]);
  });

  test("that pino logs as it is shows the status message, and nothing else of the service's text", async () => {
    const { service, logger, client, lines, text } = logged();
    service.faults.next("finalize", echoing("Too much."));
    logger.error(await errorOf(client().finalize(finalization)));
    const message = "finalize: the service rejected it (VALIDATION_ERROR -2, HTTP 200): Too much.";
    expect(lines()).toMatchObject([{ err: { message, statusMessage: "Too much." } }]);
    expect(text()).not.toContain("asa@example.com");
    expect(text()).not.toContain("fake-password");
  });
});
