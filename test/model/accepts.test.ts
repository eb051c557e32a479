import fc from "fast-check";
import { Decimal } from "merchant-payments";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { accepts } from "../../src/model/accepts.js";
import { createOrderOptionsSchema, detailedOrderSchema, simpleOrderSchema } from "../../src/operations/create-order.js";
import { finalizationSchema, finalizeOptionsSchema } from "../../src/operations/finalize.js";
import { clientOptionsSchema } from "../../src/options.js";

const address = { name: { firstName: "Åsa", lastName: "Ek" }, address: { city: "Umeå", countryCode: "SE" } };
const good: readonly [name: string, schema: z.ZodMiniType, value: object][] = [
  ["a simple order", simpleOrderSchema, { orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" }],
  [
    "a detailed order",
    detailedOrderSchema,
    {
      orderNumber: "ORDER-1001",
      totalAmount: new Decimal("125"),
      currencyCode: "752",
      lineItems: [{ id: "1", quantity: 1, totalLineAmount: "125.00", colour: "red" }],
      billTo: address,
      customer: { emailAddress: "asa@example.se" },
      salesChannel: "",
    },
  ],
  [
    "a finalization",
    finalizationSchema,
    { transactionId: "202603040000000001", totalAmount: 125, lineItems: [{ totalLineAmount: "125.00" }] },
  ],
  [
    "options of an order",
    createOrderOptionsSchema,
    { paymentMethod: "card", timeoutMs: 5_000, headers: { "x-id": "1" } },
  ],
  ["options of a finalization", finalizeOptionsSchema, { authorization: { paymentMethod: "card" }, maxRetries: 0 }],
  [
    "options of a client",
    clientOptionsSchema,
    { baseUrl: "https://pay.example", auth: () => ({}), assumedLimits: false },
  ],
];

test.each(good)("%s is accepted", (_name, schema, value) => {
  expect(accepts(schema, value)).toBe(true);
  expect(z.safeParse(schema, value).success).toBe(true);
});

const odd = fc.oneof(
  fc.constantFrom<unknown>(
    undefined,
    null,
    "",
    0,
    -1,
    1.5,
    Number.NaN,
    true,
    [],
    {},
    "125.00",
    "x".repeat(300),
    "\ud800",
  ),
  fc.constantFrom<unknown>(
    new Decimal(5),
    [null],
    [{}],
    Array(2),
    { name: 1 },
    () => ({}),
    Symbol("x"),
    1n,
    new Date(0),
  ),
  fc.anything({ maxDepth: 2 }),
);

/** A copy with one value, at any depth, replaced, or a key added. */
const spoilt = (value: unknown): fc.Arbitrary<unknown> => {
  if (typeof value !== "object" || value === null || Decimal.isDecimal(value)) return odd;
  const entries = Object.entries(value);
  const copy = (key: string, member: unknown) =>
    Array.isArray(value)
      ? value.map((item, index) => (String(index) === key ? member : item))
      : { ...value, [key]: member };
  const inside = entries.map(([key, member]) => spoilt(member).map((other) => copy(key, other)));
  const added = Array.isArray(value) ? [] : [fc.tuple(fc.string(), odd).map(([key, member]) => copy(key, member))];
  return fc.oneof(odd, ...inside, ...added);
};

describe("says of anything what zod says", () => {
  test.each(good)("%s with a fault", (_name, schema, value) => {
    let refused = 0;
    fc.assert(
      fc.property(spoilt(value), (other) => {
        const { success } = z.safeParse(schema, other);
        if (!success) refused += 1;
        expect(accepts(schema, other)).toBe(success);
      }),
      { numRuns: 3_000 },
    );
    expect(refused).toBeGreaterThan(300);
  });
});

test("several rules on one value must all hold", () => {
  const even = z.string().check(
    z.refine((text) => text.length > 1),
    z.refine((text) => text.length % 2 === 0),
    z.refine((text) => text !== "abcd"),
  );
  expect(["ab", "abcdef"].map((text) => accepts(even, text))).toEqual([true, true]);
  expect(["", "a", "abc", "abcd", 7].map((text) => accepts(even, text))).toEqual([false, false, false, false, false]);
});

test("what it does not know itself, it asks zod", () => {
  const schema = z.strictObject({
    count: z.number().check(z.minimum(3)),
    name: z.string().check(z.minLength(2)),
    either: z.union([z.literal("a"), z.literal(1)]),
  });
  expect(accepts(schema, { count: 3, name: "ab", either: 1 })).toBe(true);
  expect(accepts(schema, { count: 2, name: "ab", either: 1 })).toBe(false);
  expect(accepts(schema, { count: 3, name: "a", either: 1 })).toBe(false);
  expect(accepts(schema, { count: 3, name: "ab", either: "b" })).toBe(false);
});

test("an object that takes further keys without being told so", () => {
  const schema = z.object({ name: z.string() });
  expect(accepts(schema, { name: "Tea", colour: "green" })).toBe(true);
  expect(accepts(schema, { colour: "green" })).toBe(false);
});
