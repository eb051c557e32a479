import fc from "fast-check";
import { Decimal, orderTotal } from "merchant-payments";
import { expect, test } from "vitest";
import { readDecimal } from "../../src/evidence/response-fields.js";
import { Exact, readAmount, readNumber, sumOf } from "../../src/model/amount.js";
import { jsonNumber, parseJson } from "../../src/wire/json.js";

const whole = fc.bigInt({ min: 0n, max: 10n ** 20n - 1n }).map(String);
const decimals = fc.array(fc.nat({ max: 9 }), { maxLength: 20 }).map((digits) => digits.join(""));

/** Every text that is an amount, up to 40 digits. */
const amountText = fc
  .tuple(fc.boolean(), whole, decimals)
  .map(([negative, before, after]) => `${negative ? "-" : ""}${before}${after === "" ? "" : `.${after}`}`);
const texts = fc.array(amountText, { maxLength: 30 });

/** The law holds for whatever is drawn. */
function law<Drawn>(name: string, drawn: fc.Arbitrary<Drawn>, holds: (value: Drawn) => void): void {
  test(name, () => fc.assert(fc.property(drawn, holds)));
}

law("an amount in text is accepted as it stands", amountText, (text) => {
  expect(readAmount(text)).toEqual({ text });
});

law("an amount keeps every digit over the wire and back", amountText, (text) => {
  const onTheWire = JSON.stringify({ amount: jsonNumber(text) });
  expect(onTheWire).toBe(`{"amount":${text}}`);
  const back = (parseJson(onTheWire) as { amount: { rawJSON: string } }).amount;
  const read = readDecimal(back);
  const [, after = ""] = text.split(".");
  expect(back.rawJSON).toBe(text);
  expect(read?.toFixed(after.length).replace("-", "")).toBe(text.replace("-", ""));
  expect(read?.isNegative()).toBe(text.startsWith("-"));
});

law("a Decimal of an amount is the same amount", amountText, (text) => {
  const reading = readAmount(new Decimal(text));
  expect("text" in reading && new Decimal(reading.text).eq(text)).toBe(true);
});

law("a number is accepted only if a JSON reader makes the same number of its text", fc.double(), (number) => {
  const reading = readNumber(number);
  if (!("text" in reading)) return;
  expect(Number(reading.text)).toBe(number === 0 ? 0 : number);
  expect(reading.text.replace(/[-.]/g, "").replace(/^0+/, "").length).toBeLessThanOrEqual(15);
});

const crownsAndCents = fc.tuple(fc.nat({ max: 9_999_999_999 }), fc.nat({ max: 99 }));
law("a number of at most two decimals is accepted as a shop writes it", crownsAndCents, ([crowns, cents]) => {
  const text = `${crowns}.${String(cents).padStart(2, "0")}`;
  expect(readNumber(Number(text))).toEqual({ text: cents === 0 ? String(crowns) : text.replace(/0$/, "") });
});

law("text that is no JSON number is never accepted", fc.string(), (text) => {
  const reading = readAmount(text);
  if ("text" in reading) expect(() => jsonNumber(reading.text)).not.toThrow();
});

law("a sum is exact: it is the sum of integers of the smallest unit", texts, (amounts) => {
  const scaled = amounts.map((text) => {
    const [before = "", after = ""] = text.replace("-", "").split(".");
    return BigInt(`${text.startsWith("-") ? "-" : ""}${before}${after.padEnd(20, "0")}`);
  });
  const sum = scaled.reduce((total, each) => total + each, 0n);
  expect(new Exact(sumOf(amounts)).times("100000000000000000000").toFixed()).toBe(String(sum));
});

law("a sum does not depend on the order", texts, (amounts) => {
  expect(sumOf(amounts.toReversed())).toBe(sumOf(amounts));
  expect(sumOf(amounts.toSorted())).toBe(sumOf(amounts));
});

law("the sum of parts is the sum of the whole", fc.tuple(texts, texts), ([some, others]) => {
  expect(sumOf([sumOf(some), sumOf(others)])).toBe(sumOf([...some, ...others]));
});

law("an amount and its opposite cancel out", amountText, (text) => {
  expect(sumOf([text, text.startsWith("-") ? text.slice(1) : `-${text}`])).toMatch(/^0(?:\.0+)?$/);
});

law("an order's total keeps the largest scale of its lines", texts, (amounts) => {
  const total = orderTotal(amounts.map((totalLineAmount) => ({ totalLineAmount })));
  const scale = (text: string) => text.split(".")[1]?.length ?? 0;
  expect(sumOf([total])).toBe(sumOf(amounts));
  expect(scale(total)).toBe(Math.max(0, ...amounts.map(scale)));
});
