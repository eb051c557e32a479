import fc from "fast-check";
import { Decimal } from "merchant-payments";
import { expect, test } from "vitest";
import { takeSnapshot } from "../../src/model/snapshot.js";
import { encodeLineItems, encodeOpen } from "../../src/operations/encode.js";

const json = JSON as unknown as { rawJSON(text: string): unknown };
const rules = { amountDecimals: 2, lineItemTotal: "total", waived: new Set<never>() } as const;

/** An amount and the digits that it is sent with. */
const amount = fc.oneof(
  fc
    .tuple(fc.constantFrom("", "-"), fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.constantFrom("", ".0", ".10", ".2500"))
    .map(([sign, whole, decimals]) => ({ given: `${sign}${whole}${decimals}`, sent: `${sign}${whole}${decimals}` })),
  fc.integer().map((number) => ({ given: number, sent: String(number) })),
  fc.constantFrom(
    { given: new Decimal("1e25"), sent: "10000000000000000000000000" },
    { given: new Decimal("100.00"), sent: "100" },
    { given: 0.1, sent: "0.1" },
  ),
);
const text = fc.oneof(
  fc.constantFrom(
    "Coffee beans",
    'Size "42"',
    "a\\b",
    "tab\t",
    "\u007f",
    "\u2028",
    "Åre 👟",
    "\ud83d",
    "\udc5f\ud83d",
    "",
  ),
  fc.string(),
  fc.string({ unit: "binary" }),
);
const open = fc.oneof(
  text,
  fc.constantFrom(null, true, false, 25, -0, 0.1, 1e21, 1e-7, undefined),
  fc.jsonValue(),
  fc.dictionary(text, text),
);
const amountKey = fc.constantFrom(
  "quantity",
  "unitAmountExcludingTax",
  "taxPercent",
  "totalLineTaxAmount",
  "totalLineAmount",
  "total",
);
const otherKey = fc.oneof(
  fc.constantFrom("id", "articleNumber", "name", "description", "productUrl", "unitMeasure", "lineItemGroupKey"),
  fc.constantFrom("components", "travelData", "custom", "Total", "12", "__proto__", "toJSON", 'a "quoted" key', "é"),
);

/** The members of a line, in any order. */
const member = fc.oneof(
  fc
    .tuple(amountKey, amount)
    .map(([key, { given, sent }]) => ({ key, given: given as unknown, sent: json.rawJSON(sent) })),
  fc.tuple(otherKey, open).map(([key, value]) => ({ key, given: value as unknown, sent: value ?? null })),
);
const line = fc.uniqueArray(member, { selector: ({ key }) => key, maxLength: 15 });

test("lines are written as JSON.stringify writes them, and amounts with the digits that were given", () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 5 }), (lines) => {
      const given = lines.map((members) => Object.fromEntries(members.map(({ key, given }) => [key, given])));
      const sent = lines.map((members) => Object.fromEntries(members.map(({ key, sent }) => [key, sent])));
      expect(encodeLineItems(given as never, rules)).toBe(JSON.stringify(sent));
    }),
    { numRuns: 3_000 },
  );
});

test("everything else is written as JSON.stringify writes it", () => {
  fc.assert(
    fc.property(open, (value) => {
      expect(encodeOpen(value)).toBe(JSON.stringify(value ?? null));
    }),
    { numRuns: 3_000 },
  );
});

test("a Decimal anywhere is a number with all its digits", () => {
  const value = { list: [new Decimal("1e25"), { price: new Decimal("0.10") }] };
  expect(encodeOpen(takeSnapshot(value).value)).toBe('{"list":[10000000000000000000000000,{"price":0.1}]}');
});

test("a line without fields, and no lines", () => {
  expect(encodeLineItems([{}] as never, rules)).toBe("[{}]");
  expect(encodeLineItems([], rules)).toBe("[]");
});
