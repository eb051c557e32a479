/** What compiles. What does not is in test/errors/messages, with its message. */
import type { DetailedOrder, Order, PaymentClient } from "merchant-payments";
import { Decimal } from "merchant-payments";
import { describe, test } from "vitest";

declare const payments: PaymentClient;
declare const either: Order;

const simple = { orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" } as const;
const detailed = { ...simple, lineItems: [], billTo: {} } as const;

describe("an order", () => {
  test("compiles as it should be", async () => {
    await payments.createOrder({ orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" });
    await payments.createOrder({ orderNumber: "ORDER-1001", totalAmount: new Decimal("125"), currencyCode: "SEK" });
    await payments.createOrder({ ...detailed, salesChannel: "web", shipTo: undefined }, { paymentMethod: "card" });
    await payments.createOrder({ ...detailed, shipTo: null, customer: null, salesChannel: null });
    await payments.createOrder(either);
    payments.preview("createOrder", simple, { paymentMethod: "card" });
  });

  test("compiles with the app's own interfaces and classes", async () => {
    interface CartLine {
      totalLineAmount: string;
      readonly name: string | null;
      color: "red" | "blue";
    }
    class CartAddress {
      city: string | undefined = "Umeå";
      doorCode = "0042";
    }
    const lineItems: CartLine[] = [{ totalLineAmount: "125.00", name: null, color: "red" }];
    await payments.createOrder({ ...detailed, lineItems, billTo: { address: new CartAddress() } });
  });

  test("can be filled piece by piece, with lists from elsewhere", () => {
    const order: DetailedOrder = { ...simple, lineItems: Object.freeze([{ totalLineAmount: "1.00" }]), billTo: {} };
    order.totalAmount = "1.00";
    order.billTo.address = { city: null };
    // @ts-expect-error a list that is given may be frozen
    order.lineItems.push({ totalLineAmount: "1.00" });
  });
});

test("a finalization compiles as it should be", async () => {
  const authorization = { paymentMethod: "card", authorizedAmount: "125.00" } as const;
  await payments.finalize({ transactionId: "201409251527280673", totalAmount: "125.00" }, { authorization });
});
