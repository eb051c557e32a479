/** The rows of stage one about orders that the service should accept. They have synthetic names and move no money. */
import type { DetailedOrder } from "../../index.js";
import { amountIn } from "../amounts.js";
import type { Bench } from "../bench.js";
import { asAssumed, differs, notChecked } from "../row.js";
import { REJECTION } from "../stops.js";
import { create, simpleOrder } from "./create-order.js";
import { judgeOrder } from "./judge-order.js";
import type { Probe } from "./probe.js";

function detailedOrder(bench: Bench): DetailedOrder {
  const { currencyCode } = bench;
  const totalAmount = amountIn(currencyCode, "10");
  return {
    orderNumber: bench.orderNumber(),
    totalAmount,
    currencyCode,
    lineItems: [{ id: "1", name: "Test item", quantity: "1", totalLineAmount: totalAmount }],
    billTo: {
      name: { firstName: "Test", lastName: "Check" },
      address: { street1: "Test street 1", postalCode: "12345", city: "Testville", countryCode: "SE" },
    },
  };
}

const NEEDS_SIMPLE_ORDER = notChecked("a simple order that is accepted");

export const orderProbes: readonly Probe[] = [
  {
    id: "simple_order",
    name: "simple order",
    run: async (bench) => [judgeOrder(await create(bench, simpleOrder(bench)), bench)],
  },
  {
    id: "detailed_order",
    name: "detailed order with one line",
    run: async (bench) => [judgeOrder(await create(bench, detailedOrder(bench)), bench)],
  },
  {
    id: "order_without_decimals",
    name: "order in JPY, which has no decimals",
    async run(bench) {
      const { waive } = bench.options;
      const yen = (totalAmount: string) => {
        return { orderNumber: bench.orderNumber(), totalAmount, currencyCode: "JPY" };
      };
      const without = await create(bench, yen("100"), REJECTION);
      if (without.isSuccess !== false) return [judgeOrder(without, bench)];
      const client = bench.clientWith({ waive: [...(waive ?? []), "amountDecimals"] });
      const { isSuccess } = await create(bench, yen("100.00"), REJECTION, client);
      if (!isSuccess) return [notChecked("an account that accepts JPY")];
      if (waive?.includes("amountDecimals")) return [asAssumed("your options waive amountDecimals: send 100.00")];
      return [differs("it accepts 100.00 JPY, but not 100", { waive: "amountDecimals" })];
    },
  },
  {
    id: "slash_in_order_number",
    name: 'order with "/" in its number',
    async run(bench) {
      const { isSuccess } = await create(bench, simpleOrder(bench, bench.orderNumber("/1")), REJECTION);
      if (isSuccess) return [asAssumed()];
      const without = await create(bench, simpleOrder(bench));
      if (!without.isSuccess) return [NEEDS_SIMPLE_ORDER];
      return [differs('leave "/" out of order numbers, or send the detailed form')];
    },
  },
  {
    id: "order_number_twice",
    name: "the same order number twice",
    async run(bench) {
      const order = simpleOrder(bench);
      const first = await create(bench, order);
      if (!first.isSuccess) return [NEEDS_SIMPLE_ORDER];
      const second = await create(bench, order, REJECTION);
      if (!second.isSuccess)
        return [differs("a number is accepted only once: after an unknown outcome, use a new number")];
      if (first.orderId === undefined) return [judgeOrder(first, bench)];
      return [first.orderId === second.orderId ? differs("the second order has the id of the first one") : asAssumed()];
    },
  },
];
