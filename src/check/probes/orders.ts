/** The rows of stage one about orders that the service should accept. They have synthetic names and move no money. */
import type { DetailedOrder } from "../../index.js";
import { amountIn } from "../amounts.js";
import type { Bench } from "../bench.js";
import { asAssumed, differs, notChecked } from "../row.js";
import { judgeOrder } from "./judge-order.js";
import type { Probe } from "./probe.js";

const simpleOrder = ({ currencyCode }: Bench, orderNumber: string) => {
  return { orderNumber, totalAmount: amountIn(currencyCode, "1"), currencyCode };
};

function detailedOrder({ currencyCode, orderNumber }: Bench): DetailedOrder {
  const totalAmount = amountIn(currencyCode, "10");
  return {
    orderNumber: orderNumber(),
    totalAmount,
    currencyCode,
    lineItems: [{ id: "1", name: "Test item", quantity: "1", totalLineAmount: totalAmount }],
    billTo: {
      name: { firstName: "Test", lastName: "Check" },
      address: { street1: "Test street 1", postalCode: "12345", city: "Testville", countryCode: "SE" },
    },
  };
}

export const orderProbes: readonly Probe[] = [
  {
    id: "simple_order",
    name: "simple order",
    async run(bench) {
      const order = simpleOrder(bench, bench.orderNumber());
      const observed = await bench.observe(bench.payments.createOrder(order, bench.callOptions));
      return [judgeOrder(observed, bench)];
    },
  },
  {
    id: "detailed_order",
    name: "detailed order with one line",
    async run(bench) {
      const observed = await bench.observe(bench.payments.createOrder(detailedOrder(bench), bench.callOptions));
      return [judgeOrder(observed, bench)];
    },
  },
  {
    id: "order_without_decimals",
    name: "order in JPY, which has no decimals",
    async run(bench) {
      const { waive } = bench.options;
      const order = { totalAmount: "100", currencyCode: "JPY" };
      const first = { ...order, orderNumber: bench.orderNumber() };
      const without = await bench.observe(bench.payments.createOrder(first, bench.callOptions));
      if (without.isSuccess !== false) return [judgeOrder(without, bench)];
      const client = bench.clientWith({ waive: [...(waive ?? []), "amountDecimals"] });
      const second = { ...order, orderNumber: bench.orderNumber(), totalAmount: "100.00" };
      const { isSuccess } = await bench.observe(client.createOrder(second, bench.callOptions));
      if (!isSuccess) return [notChecked("an account that accepts JPY")];
      if (waive?.includes("amountDecimals")) return [asAssumed("your options waive amountDecimals: send 100.00")];
      return [differs("it accepts 100.00 JPY, but not 100", { waive: "amountDecimals" })];
    },
  },
  {
    id: "slash_in_order_number",
    name: 'order with "/" in its number',
    async run(bench) {
      const order = simpleOrder(bench, bench.orderNumber("/1"));
      const { isSuccess } = await bench.observe(bench.payments.createOrder(order, bench.callOptions));
      return [isSuccess ? asAssumed() : differs('leave "/" out of order numbers, or send the detailed form')];
    },
  },
  {
    id: "order_number_twice",
    name: "the same order number twice",
    async run(bench) {
      const order = simpleOrder(bench, bench.orderNumber());
      const first = await bench.observe(bench.payments.createOrder(order, bench.callOptions));
      if (!first.isSuccess) return [notChecked("a simple order that is accepted")];
      const second = await bench.observe(bench.payments.createOrder(order, bench.callOptions));
      if (!second.isSuccess)
        return [differs("a number is accepted only once: after an unknown outcome, use a new number")];
      if (first.orderId === second.orderId) return [differs("the second order has the id of the first one")];
      return [asAssumed()];
    },
  },
];
