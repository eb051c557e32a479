import { PaymentClient, type PaymentClientOptions } from "merchant-payments";
import { setupServer } from "msw/node";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { errorOf, finalization } from "../../support/client.js";

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
afterAll(() => server.close());

test.each<[string, Partial<PaymentClientOptions>]>([
  ["node:http", {}],
  ["fetch", { fetch: (...request) => fetch(...request) }],
])("a call over %s for which MSW has no handler says so", async (_way, options) => {
  vi.spyOn(console, "error").mockReturnValue(); // MSW prints it too
  const baseUrl = "https://payments.example.com/api";
  const payments = new PaymentClient({ baseUrl, auth: () => ({}), maxRetries: 0, ...options });
  expect((await errorOf(payments.finalize(finalization))).message).toBe(
    "finalize: the connection failed, the request may have been processed (MSW has no handler for this request: add paymentHandlers(service, { baseUrl }) to its handlers, with the client's own baseUrl)",
  );
});
