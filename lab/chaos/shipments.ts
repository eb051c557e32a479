/** The mix of shipments that a seed gives: methods, forms, currencies, parts, and some that must not succeed. */
import type { LineItem, Order } from "merchant-payments";
import type { FakePaymentMethod } from "merchant-payments/testing";
import type { Dice } from "./dice.ts";

export interface Shipment {
  readonly order: Order;
  readonly paymentMethod: Exclude<FakePaymentMethod, "internet_bank">;
  /** The authorization finalizes later: each finalization is answered with PENDING. */
  readonly pending: boolean;
  readonly trap: Trap;
  readonly withOrderId: boolean;
  readonly parts: readonly Part[];
}

/** Why a shipment cannot be captured, if it cannot; `short`: less is authorized than the merchant believes. */
export type Trap = "none" | "annulled" | "short" | "unknown order" | "slip of the pen";

interface Part {
  readonly totalAmount: string;
  readonly lineItems?: readonly LineItem[];
}

const methods = { card: 40, swish: 15, invoice: 12, installments: 8, paypal: 15, other: 10 };
const currencies = { SEK: 50, EUR: 25, NOK: 15, JPY: 10 };
const traps = { none: 92, annulled: 3, short: 2, "unknown order": 2, "slip of the pen": 1 };
const sizes = { usual: 99, huge: 1 };

/** @param inParts Whether some are shipped, and captured, in two parts. */
export function shipment(dice: Dice, number: number, inParts: boolean): Shipment {
  const paymentMethod = dice.pick(methods);
  const currencyCode = dice.pick(currencies);
  const isCredit = paymentMethod === "invoice" || paymentMethod === "installments";
  const takesLines = paymentMethod !== "card" && paymentMethod !== "swish";
  const isDetailed = isCredit || paymentMethod === "paypal" || dice.chance(0.3);
  const drawn = dice.pick(traps);
  const trap = drawn === "short" && isCredit ? "none" : drawn; // a credit product is authorized in full

  // Past 2^53 in minor units, where a float would be off.
  const total = dice.pick(sizes) === "huge" ? 9_007_199_254_740_993n : BigInt(dice.between(200, 500_000));
  const first = (total * BigInt(dice.between(10, 40))) / 100n; // less than half: it would fit in a second time
  const text = (amount: bigint) => amountText(amount, currencyCode);
  const lineItems = [line("1", text(first)), line("2", text(total - first))];
  const order: Order = {
    orderNumber: `CHAOS-${String(number).padStart(5, "0")}`,
    totalAmount: text(total),
    currencyCode,
    ...(isDetailed && {
      lineItems: takesLines ? lineItems : [],
      billTo: { name: { firstName: "Åsa", lastName: "Öberg" } },
      customer: { customerId: `C-${number}` },
      orderDescription: "Tea and a pot",
    }),
  };

  const splits = inParts && trap === "none" && !isCredit && paymentMethod !== "card" && dice.chance(0.4);
  const whole = { totalAmount: text(total) };
  const carriesLines = isDetailed && takesLines;
  const parts = splits
    ? [first, total - first].map((amount, index) => ({
        totalAmount: text(amount),
        ...(carriesLines && { lineItems: lineItems.slice(index, index + 1) }),
      }))
    : [paymentMethod === "card" && dice.chance(0.15) ? { totalAmount: text(total - first) } : whole];
  return {
    order,
    paymentMethod,
    pending: dice.chance(0.05),
    trap,
    withOrderId: trap === "unknown order" || dice.chance(0.7),
    parts: trap === "slip of the pen" ? [{ totalAmount: "10.005" }] : trap === "short" ? [whole] : parts,
  };
}

/** Text from whole minor units; the yen has none smaller. */
export function amountText(minor: bigint, currencyCode: string): string {
  if (currencyCode === "JPY") return String(minor);
  return `${minor / 100n}.${String(minor % 100n).padStart(2, "0")}`;
}

function line(id: string, totalLineAmount: string): LineItem {
  return { id, name: `Article ${id}`, totalLineAmount };
}
