import type { Order, PaymentClient } from "../../index.js";
import { amountIn } from "../amounts.js";
import type { Bench } from "../bench.js";
import type { Expected } from "../stops.js";

/** An order of 1, in the currency of stage one. */
export const simpleOrder = (bench: Bench, orderNumber = bench.orderNumber()) => {
  const { currencyCode } = bench;
  return { orderNumber, totalAmount: amountIn(currencyCode, "1"), currencyCode };
};

/** Creates an order, and says what the response showed. */
export const create = (bench: Bench, order: Order, expected?: Expected, client: PaymentClient = bench.payments) =>
  bench.observe(client.createOrder(order, bench.callOptions), expected);
