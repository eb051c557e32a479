import fc from "fast-check";
import type { Method, Money } from "./payment-model.js";

/** One step of a merchant's day. Orders and authorizations are picked by position among those that there are. */
export type Step =
  | {
      readonly does: "createSimple";
      readonly orderNumber: string;
      readonly currencyCode: string;
      readonly total: Money;
      readonly lenient: boolean;
    }
  | {
      readonly does: "createDetailed";
      readonly orderNumber: string;
      readonly lines: readonly Money[];
      /** How far the total is from the sum of the lines. */
      readonly off: Money;
      readonly customer: boolean;
      readonly description: boolean;
      readonly salesLocation: boolean;
      readonly lenient: boolean;
    }
  | {
      readonly does: "authorize";
      /** -1 for an order that the service does not know. */
      readonly order: number;
      readonly method: Method;
      /** In percent of the order's total; undefined leaves it to the service. */
      readonly percent: bigint | undefined;
      readonly pending: boolean;
    }
  | {
      readonly does: "finalize";
      readonly authorization: number;
      readonly orderId: "none" | "right" | "unknown";
      readonly amount: "all" | "rest" | "half" | "öre" | "tooMuch" | "zero";
      readonly lines: "none" | "empty" | "two" | "off";
      readonly facts: boolean;
      readonly lenient: boolean;
    }
  | { readonly does: "annul" | "settlePending"; readonly authorization: number };

const often = <T>(usual: T, ...rest: T[]) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...rest) });

const position = fc.oneof({ weight: 15, arbitrary: fc.nat({ max: 3 }) }, { weight: 1, arbitrary: fc.constant(-1) });
const orderNumber = fc.oneof(
  { weight: 9, arbitrary: fc.nat({ max: 20 }).map((number) => `ORDER-${number}`) },
  { weight: 1, arbitrary: fc.constantFrom("Å/4 ", "123") },
);
const positive = fc.oneof(
  { weight: 5, arbitrary: fc.bigInt({ min: 1n, max: 100_000n }) },
  // More digits than a double holds.
  { weight: 1, arbitrary: fc.bigInt({ min: 10n ** 17n, max: 10n ** 24n }) },
);
const line = fc.oneof(
  { weight: 5, arbitrary: positive },
  { weight: 1, arbitrary: fc.bigInt({ min: -2_000n, max: 0n }) },
);

const createSimple = fc.record({
  does: fc.constant("createSimple" as const),
  orderNumber,
  currencyCode: often("SEK", "752", "EUR", "sek", "S"),
  total: fc.oneof({ weight: 9, arbitrary: positive }, { weight: 1, arbitrary: fc.constantFrom(0n, -1n) }),
  lenient: fc.boolean(),
});

const createDetailed = fc.record({
  does: fc.constant("createDetailed" as const),
  orderNumber,
  lines: fc.oneof(fc.constant([]), fc.array(line, { minLength: 1, maxLength: 3 })),
  off: often(0n, 0n, 1n, -1n, 10_000n),
  customer: often(true, false),
  description: often(true, false),
  salesLocation: often(false, true),
  lenient: fc.boolean(),
});

const authorize = fc.record({
  does: fc.constant("authorize" as const),
  order: position,
  method: fc.constantFrom<Method[]>(
    "card",
    "invoice",
    "installments",
    "paypal",
    "swish",
    "internet_bank",
    "other",
    "other",
  ),
  percent: often<bigint | undefined>(undefined, 50n, 100n, 150n, 0n),
  pending: fc.boolean(),
});

const finalize = fc.record({
  does: fc.constant("finalize" as const),
  authorization: position,
  orderId: fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom<("none" | "right")[]>("none", "right") },
    { weight: 1, arbitrary: fc.constant("unknown" as const) },
  ),
  amount: fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom<("all" | "rest" | "half" | "öre")[]>("all", "rest", "half", "öre") },
    { weight: 2, arbitrary: fc.constantFrom<("tooMuch" | "zero")[]>("tooMuch", "zero") },
  ),
  lines: fc.constantFrom<("none" | "empty" | "two" | "off")[]>("none", "none", "empty", "two", "two", "off"),
  facts: often(false, true),
  lenient: fc.boolean(),
});

const after = fc.record({
  does: fc.constantFrom<("annul" | "settlePending")[]>("annul", "settlePending"),
  authorization: position,
});

const any: fc.Arbitrary<Step> = fc.oneof(
  { weight: 1, arbitrary: createSimple },
  { weight: 1, arbitrary: createDetailed },
  { weight: 2, arbitrary: authorize },
  { weight: 12, arbitrary: finalize },
  { weight: 5, arbitrary: after },
);

/** A day at a merchant. It mostly begins with orders and authorizations, so that there is something to finalize. */
export const days: fc.Arbitrary<readonly Step[]> = fc
  .tuple(
    fc.array(fc.oneof(createSimple, createDetailed), { minLength: 1, maxLength: 3 }),
    fc.array(authorize, { minLength: 1, maxLength: 3 }),
    fc.array(any, { maxLength: 16, size: "max" }),
  )
  .map((parts) => parts.flat());
