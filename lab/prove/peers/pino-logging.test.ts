import { fault } from "merchant-payments/testing";
import { describe, expect, test } from "vitest";
import { callsTo } from "../../../examples/pino-logging.js";
import { errorOf, finalization, order } from "../../../test/support/client.js";
import { logged } from "./logged.js";

const callId = expect.stringMatching(/^[0-9a-f-]{36}$/);
const call = (operation: string) => ({ callId, operation, method: "POST", durationMs: expect.any(Number) });

describe("a call is logged as one line", () => {
  test("at info when it succeeds, without personal data", async () => {
    const { logger, client, lines } = logged();
    await client(callsTo(logger)).createOrder({
      ...order,
      lineItems: [{ name: "Tea", totalLineAmount: "125.00" }],
      billTo: { name: { firstName: "Åsa" }, address: { city: "Umeå" } },
      customer: { emailAddress: "asa@example.com", governmentId: "199001011234" },
    });
    const request = { ...call("createOrder"), route: "orders/create", attempt: 1, orderNumber: "ORDER-1001" };
    const end = { outcome: "succeeded", pending: false, httpStatus: 201 };
    expect(lines()).toEqual([{ level: 30, ...request, ...end, msg: "createOrder: succeeded" }]);
    expect(lines()[0].durationMs).toBe(Math.round(lines()[0].durationMs));
  });

  test("at warn when the service rejects it", async () => {
    const { service, logger, client, lines } = logged();
    service.faults.next("finalize", fault.error("LINE_ITEMS_NOT_ALLOWED"));
    await errorOf(client(callsTo(logger)).finalize(finalization));
    const route = "transactions/{transactionId}/finalize/{totalAmount}";
    const request = { ...call("finalize"), route, attempt: 1, transactionId: "201409251527280673" };
    const rejection = { code: "service_error", scope: "call", statusKey: "LINE_ITEMS_NOT_ALLOWED", httpStatus: 200 };
    const end = { ...rejection, outcome: "rejected" };
    expect(lines()).toEqual([{ level: 40, ...request, ...end, msg: "finalize: rejected" }]);
  });

  test("at warn when its input is invalid, without the input", async () => {
    const { logger, client, lines } = logged();
    await errorOf(client(callsTo(logger)).createOrder({ ...order, orderNumber: "asa@example.com ".repeat(4) }));
    const { method: _, ...unsent } = call("createOrder");
    const end = { attempt: 0, code: "invalid_input", outcome: "not_sent", scope: "call" };
    expect(lines()).toEqual([{ level: 40, ...unsent, ...end, msg: "createOrder: not_sent" }]);
  });

  test.each([
    ["its response is lost", fault.loseResponse(), { code: "connection" }],
    ["it is rejected as done already", fault.error("PAYMENT_ANNULLED"), { statusKey: "PAYMENT_ANNULLED" }],
  ])("at error when the money may have moved because %s", async (_why, armed, cause) => {
    const { service, logger, client, lines } = logged();
    service.faults.next("finalize", armed);
    await errorOf(client(callsTo(logger)).finalize(finalization));
    expect(lines()).toMatchObject([{ level: 50, outcome: "unknown", msg: "finalize: unknown", ...cause }]);
  });
});
