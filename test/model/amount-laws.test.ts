import fc from "fast-check";
import { Decimal, orderTotal } from "merchant-payments";
import { describe, expect, test } from "vitest";
import { Exact, readAmount, sumOf } from "../../src/model/amount.js";
import { readDecimal } from "../../src/model/answer-fields.js";
import { jsonNumber, parseJson } from "../../src/wire/json.js";

const whole = fc.bigInt({ min: 0n, max: 10n ** 20n - 1n }).map(String);
const decimals = fc.array(fc.nat({ max: 9 }), { maxLength: 20 }).map((digits) => digits.join(""));

/** Every text that is an amount, up to 40 digits. */
const amountText = fc
  .tuple(fc.boolean(), whole, decimals)
  .map(([negative, before, after]) => `${negative ? "-" : ""}${before}${after === "" ? "" : `.${after}`}`);

/** The sum as people do it: scaled to integers. */
function sumOfBigInts(texts: readonly string[]): bigint {
  return texts.reduce((sum, text) => {
    const [before = "", after = ""] = text.replace("-", "").split(".");
    const scaled = BigInt(before + after.padEnd(20, "0"));
    return text.startsWith("-") ? sum - scaled : sum + scaled;
  }, 0n);
}

describe("amounts", () => {
  test("text is accepted as it stands", () => {
    fc.assert(
      fc.property(amountText, (text) => {
        expect(readAmount(text)).toEqual({ text });
      }),
    );
  });

  test("text goes over the wire and comes back with every digit", () => {
    fc.assert(
      fc.property(amountText, (text) => {
        const onTheWire = JSON.stringify({ amount: jsonNumber(text) });
        expect(onTheWire).toBe(`{"amount":${text}}`);
        const back = (parseJson(onTheWire) as { amount: { rawJSON: string } }).amount;
        expect(back.rawJSON).toBe(text);
        const read = readDecimal(back);
        const [, after = ""] = text.split(".");
        expect(read?.toFixed(after.length).replace("-", "")).toBe(text.replace("-", ""));
        expect(read?.isNegative()).toBe(text.startsWith("-"));
      }),
    );
  });

  test("a Decimal of the text is the same amount", () => {
    fc.assert(
      fc.property(amountText, (text) => {
        const reading = readAmount(new Decimal(text));
        expect("text" in reading && new Decimal(reading.text).eq(text)).toBe(true);
      }),
    );
  });

  test("a number is accepted only when its text is what a reader of JSON makes it of again", () => {
    fc.assert(
      fc.property(fc.double(), (number) => {
        const reading = readAmount(number);
        if (!("text" in reading)) return;
        expect(Number(reading.text)).toBe(number === 0 ? 0 : number);
        expect(reading.text.replace(/[-.]/g, "").replace(/^0+/, "").length).toBeLessThanOrEqual(15);
      }),
    );
  });

  test("any number of at most two decimals that a shop may write is accepted as written", () => {
    fc.assert(
      fc.property(fc.nat({ max: 9_999_999_999 }), fc.nat({ max: 99 }), (crowns, cents) => {
        const text = `${crowns}.${String(cents).padStart(2, "0")}`;
        const shortest = text.replace(/\.?0+$/, "");
        expect(readAmount(Number(text))).toEqual({ text: cents === 0 ? String(crowns) : shortest });
      }),
    );
  });

  test("no text is taken that a JSON reader would refuse", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const reading = readAmount(text);
        if ("text" in reading) expect(() => jsonNumber(reading.text)).not.toThrow();
      }),
    );
  });
});

describe("sums", () => {
  const texts = fc.array(amountText, { maxLength: 30 });

  test("are exact", () => {
    fc.assert(
      fc.property(texts, (amounts) => {
        const scaled = new Exact(sumOf(amounts)).times("100000000000000000000").toFixed();
        expect(scaled).toBe(String(sumOfBigInts(amounts)));
      }),
    );
  });

  test("do not depend on the order", () => {
    fc.assert(
      fc.property(texts, (amounts) => {
        expect(sumOf(amounts.toReversed())).toBe(sumOf(amounts));
        expect(sumOf(amounts.toSorted())).toBe(sumOf(amounts));
      }),
    );
  });

  test("of parts are the sum of the whole", () => {
    fc.assert(
      fc.property(texts, texts, (some, others) => {
        const apart = sumOf([sumOf(some), sumOf(others)]);
        expect(sumOf([...some, ...others])).toBe(apart);
      }),
    );
  });

  test("an amount and its opposite cancel out", () => {
    fc.assert(
      fc.property(amountText, (text) => {
        const opposite = text.startsWith("-") ? text.slice(1) : `-${text}`;
        expect(sumOf([text, opposite])).toMatch(/^0(?:\.0+)?$/);
      }),
    );
  });

  test("an order's total keeps the largest scale of its lines", () => {
    fc.assert(
      fc.property(texts, (amounts) => {
        const total = orderTotal(amounts.map((totalLineAmount) => ({ totalLineAmount })));
        expect(sumOf([total])).toBe(sumOf(amounts));
        const scales = amounts.map((text) => text.split(".")[1]?.length ?? 0);
        expect(total.split(".")[1]?.length ?? 0).toBe(Math.max(0, ...scales));
      }),
    );
  });
});
