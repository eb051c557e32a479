import { describe, expect, test } from "vitest";
import { clientAnswering, errorOf, refusedOrder } from "../support/stub-client.js";

const order = { orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" };

describe("an input with more faults than anybody would read has 1,000 issues", () => {
  test("for keys that are not known", async () => {
    const unknown = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`unknown${index}`, 1]));
    expect(await refusedOrder({ ...order, ...unknown })).toHaveLength(1_000);
  });

  test("for lines of one id", async () => {
    const lineItems = Array.from({ length: 5_000 }, () => ({ id: "A", totalLineAmount: "0.025" }));
    expect(await refusedOrder({ ...order, lineItems, billTo: {} })).toHaveLength(1_000);
  });

  test("and what is faulty beyond them is still no identifier", async () => {
    const unknown = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`unknown${index}`, 1]));
    const { payments } = clientAnswering("{}", 201);
    const error = await errorOf(payments.createOrder({ ...unknown, ...order, orderNumber: "no" } as never));
    expect(error.code).toBe("invalid_input");
    expect(error.orderNumber).toBeUndefined();
  });
});
