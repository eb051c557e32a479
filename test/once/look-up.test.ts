/** Once shows what a look-up has read, and decides nothing by it. */
import { PaymentClient } from "merchant-payments";
import { fault } from "merchant-payments/testing";
import { expect, test } from "vitest";
import { merchant } from "./merchant.js";
import { MINUTE } from "./records.js";

test("a key that the client looked up instead of sending it again stays unknown, whatever the balance shows", async () => {
  const { service, worker, sell, pass, snapshot } = merchant();
  const client = new PaymentClient({
    baseUrl: "https://payments.example.com/api",
    auth: () => ({ authorization: "Basic" }),
    fetch: service.fetch,
    resolve: { lookUp: () => ({ finalized: "100.00", pending: "0" }) },
  });
  const once = worker({
    payments: {
      timeoutMs: 1_000,
      sendAgain: ["paypal"], // a wrapper that lists more than its client
      meaningOf: client.meaningOf.bind(client),
      finalize: client.finalize.bind(client),
      resolveFinalization: client.resolveFinalization.bind(client),
      preview: client.preview.bind(client),
    },
  });
  service.faults.next("finalize", fault.status(503));
  await sell({}, once).capture("K-1");
  pass(MINUTE);
  expect(await once.sweep()).toMatchObject([{ state: "unknown", finalization: {} }]);
  expect(await snapshot("K-1", once)).toMatchObject({ state: "unknown", isBooked: false });
});
