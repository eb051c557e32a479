import { Decimal } from "decimal.js";
import type { FakePaymentMethod, SellOptions } from "merchant-payments/testing";
import { expect, test, vi } from "vitest";
import { fetchAdapter, newService } from "../../support/service-adapters.js";

const lineItems = [
  { id: "1", totalLineAmount: "100.00" },
  { id: "2", totalLineAmount: "25.00" },
];

test("a sale can be finalized as it is, or in part", async () => {
  await using adapter = await fetchAdapter.open();
  const sale = adapter.service.sell({ paymentMethod: "swish", totalAmount: "125.00" });
  const part = await adapter.payments.finalize({ ...sale, totalAmount: "25.00" });
  expect(part.amountRemainingForFinalize.toFixed(2)).toBe("100.00");
  const rest = await adapter.payments.finalize({ ...sale, totalAmount: "100.00" });
  expect(rest.totalAmountFinalized.toFixed(2)).toBe("125.00");
  await adapter.payments.finalize(
    adapter.service.sell({ paymentMethod: "card", totalAmount: "9.00", currencyCode: "EUR" }),
  );
  expect(adapter.service.orders).toMatchObject([
    { orderId: sale.orderId, orderNumber: "SALE-0001", totalAmount: "125.00", currencyCode: "SEK", form: "simple" },
    { orderNumber: "SALE-0002", currencyCode: "EUR" },
  ]);
});

test.each<FakePaymentMethod>(["card", "invoice", "installments", "paypal", "swish", "internet_bank", "other"])(
  "a sale by %s has an order that the method accepts",
  (paymentMethod) => {
    const service = newService();
    const sale = service.sell({ paymentMethod, totalAmount: "125.00" });
    service.sell({ paymentMethod, totalAmount: "125.00" });
    expect(sale).toEqual({
      orderId: "a08ff49b-6f77-4632-a16c-43069c43a8c3",
      transactionId: "202603040000000001",
      totalAmount: "125.00",
    });
    expect(service.authorizations).toMatchObject([{ paymentMethod, authorizedAmount: "125.00" }, { paymentMethod }]);
  },
);

test.each<[what: string, options: Partial<SellOptions>, order: object]>([
  ["lines", { lineItems }, { form: "detailed", lineItems }],
  ["one line, by invoice", { paymentMethod: "invoice" }, { lineItems: [{ id: "1", totalLineAmount: "125.00" }] }],
  ["a Decimal", { totalAmount: new Decimal("125.5") }, { totalAmount: "125.5" }],
])("a sale can have %s", (_what, options, order) => {
  const service = newService();
  const { totalAmount } = service.sell({ paymentMethod: "other", totalAmount: "125.00", ...options });
  expect(service.orders).toMatchObject([{ totalAmount, ...order }]);
});

test("a sale throws with every rule of an order that it breaks", () => {
  const service = newService();
  const wrong = { orderNumber: "1", totalAmount: "125.00", currencyCode: "???" };
  expect(() => service.sell({ paymentMethod: "other", ...wrong })).toThrow(
    "Cannot sell: OrderNumber must be 4 to 50 characters long. CurrencyCode is not in the right format.",
  );
  expect([service.orders, service.authorizations]).toEqual([[], []]);
});

test("a sale that throws changes nothing: the next one has the first id and number", () => {
  const service = newService();
  const tell = vi.fn();
  service.subscribe(tell);
  service.sell({ paymentMethod: "other", totalAmount: "125.00", orderNumber: "ORDER-7" });
  const before = service.snapshot();
  expect(() => service.sell({ paymentMethod: "invoice", totalAmount: "125.00", orderNumber: "ORDER-7" })).toThrow(
    "Cannot authorize order ORDER-7 with invoice: a credit product needs an orderNumber that no other order has.",
  );
  expect(service.snapshot()).toEqual(before);
  expect(tell).toHaveBeenCalledTimes(1);
});
