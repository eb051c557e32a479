import { basicAuth } from "merchant-payments";
import { Once } from "merchant-payments/once";
import { SqliteOnceStore } from "merchant-payments/once/sqlite";
import { FakePaymentService } from "merchant-payments/testing";
import { beforeEach, expect, test, vi } from "vitest";
import { clientOfFake } from "../support/client.js";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));

test("a worker that was suspended for longer than its lease does not open the circuit breaker", async () => {
  const service = new FakePaymentService();
  const auth = basicAuth(service.merchantId, service.password);
  const payments = clientOfFake(service, {
    auth(request) {
      vi.setSystemTime(Date.now() + 120_000); // suspended here, and continued two minutes later
      return auth(request);
    },
  });
  const once = new Once({ payments, store: new SqliteOnceStore(":memory:"), book: () => undefined });
  const authorization = { paymentMethod: "card", authorizedAmount: "125.00", currencyCode: "SEK" } as const;

  for (const key of ["SHIP-1", "SHIP-2", "SHIP-3", "SHIP-4"]) {
    const sale = service.sell({ paymentMethod: "card", totalAmount: "125.00" });
    expect(await once.finalize(key, sale, { authorization })).toMatchObject({ state: "retryable" });
  }
  expect(service.requests).toEqual([]);
});
