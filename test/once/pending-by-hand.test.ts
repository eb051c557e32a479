import { basicAuth, PaymentClient } from "merchant-payments";
import { Once } from "merchant-payments/once";
import { SqliteOnceStore } from "merchant-payments/once/sqlite";
import { FakePaymentService } from "merchant-payments/testing";
import { expect, test } from "vitest";

const service = new FakePaymentService();
const payments = new PaymentClient({
  baseUrl: "https://payments.example.com",
  auth: basicAuth(service.merchantId, service.password),
  fetch: service.fetch,
});
const signed = { by: "kim", why: "seen in the back office" };

test("what is pending is not sent again, whenever it was looked at", async () => {
  const once = new Once({ payments, store: new SqliteOnceStore(":memory:") });
  const sale = service.sell({ paymentMethod: "card", amount: "125.00", pending: true });
  const authorization = { paymentMethod: "card", authorizedAmount: "125.00", currencyCode: "SEK" } as const;
  const { key, version } = await once.finalize("SHIP-1", sale, { authorization });

  const decision = { as: "send_again", balance: { finalized: "0", pending: "0" }, ...signed } as const;
  await expect(once.settle({ key, version, seenAt: 0 }, decision)).rejects.toThrow(
    "SHIP-1 is pending: it must not be sent again",
  );
});
