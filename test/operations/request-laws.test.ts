import fc from "fast-check";
import { Decimal } from "merchant-payments";
import { expect, test } from "vitest";
import { sentOrder } from "../support/checked-input.js";
import { order } from "../support/client.js";

const json = JSON as unknown as { rawJSON(text: string): unknown };

/** An amount and the digits that it is sent with. */
const amount: fc.Arbitrary<{ given: string | number | Decimal; sent: string }> = fc.oneof(
  fc
    .tuple(fc.constantFrom("", "-"), fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.constantFrom("", ".0", ".10", ".2500"))
    .map(([sign, whole, decimals]) => ({ given: `${sign}${whole}${decimals}`, sent: `${sign}${whole}${decimals}` })),
  fc.constantFrom(
    { given: new Decimal("1e25"), sent: "10000000000000000000000000" },
    { given: new Decimal("100.00"), sent: "100" },
  ),
);
/** A quantity or a percentage, which may also be a number. */
const figure = fc.oneof(
  amount,
  fc.integer().map((number) => ({ given: number, sent: String(number) })),
  fc.constant({ given: 0.1, sent: "0.1" }),
);
const text = fc.oneof(
  fc.constantFrom('Size "42"', "a\\b", "tab\t", "\u007f", "\u2028", "Åre 👟", "\udc5f\ud83d", ""),
  fc.string(),
  fc.string({ unit: "binary" }),
);
/** Null is left out of a request, and a key `__proto__` is an error: neither is sent as it was given. */
const isSentAsGiven = (value: unknown): boolean => {
  if (typeof value !== "object") return true;
  return value !== null && !Object.hasOwn(value, "__proto__") && Object.values(value).every(isSentAsGiven);
};
const own = fc.oneof(text, fc.constantFrom(true, false, 25, 0.1, 1e21, 1e-7), fc.jsonValue()).filter(isSentAsGiven);
const amountKey = fc.constantFrom("unitAmountExcludingTax", "totalLineTaxAmount");
const figureKey = fc.constantFrom("quantity", "taxPercent");
const ownKey = fc.constantFrom("components", "travelData", "custom", "12", "toJSON", 'a "quoted" key', "é");
const extraFields = ["custom", "12", "toJSON", 'a "quoted" key', "é"].map((key) => `lineItems.${key}`);

/** The fields of a line, in any order. */
const field = fc.oneof(
  fc
    .oneof(fc.tuple(amountKey, amount), fc.tuple(figureKey, figure))
    .map(([key, { given, sent }]) => ({ key, given: given as unknown, sent: json.rawJSON(sent) })),
  fc.tuple(ownKey, own).map(([key, value]) => ({ key, given: value as unknown, sent: value as unknown })),
);
const line = fc.uniqueArray(field, { selector: ({ key }) => key, maxLength: 10 });

test("a line's amounts are sent with their given digits, everything else as JSON.stringify writes it", async () => {
  await fc.assert(
    fc.asyncProperty(line, async (fields) => {
      const given = Object.fromEntries(fields.map(({ key, given }) => [key, given]));
      const sent = Object.fromEntries(fields.map(({ key, sent }) => [key, sent]));
      const withLine = { ...order, lineItems: [given], billTo: {} };
      const { body } = await sentOrder(withLine, {}, { waive: ["lineTotals"], extraFields });
      const sentLine = /"lineitems":\[(.*)\],"billTo":\{\}\}$/s.exec(body)?.[1] ?? "";
      expect(sorted(sentLine)).toBe(sorted(JSON.stringify(sent)));
    }),
    { numRuns: 500 },
  );
});

/** JSON text with its top-level keys sorted: known fields are sent first. */
function sorted(line: string): string {
  const keep = (_key: string, value: unknown, { source }: { source: string }) =>
    typeof value === "number" ? json.rawJSON(source) : value;
  const fields = Object.entries(JSON.parse(line, keep as never) as object);
  return JSON.stringify(Object.fromEntries(fields.toSorted(([a], [b]) => (a < b ? -1 : 1))));
}
