import { currencyDecimals } from "merchant-payments";
import { expect, test } from "vitest";
import { isoTable } from "../../scripts/iso-4217.js";
import { decimalsIn, lettersOf } from "../../src/model/currency.js";
import { currenciesByDecimals } from "../../src/model/iso-4217.js";
import { textOf } from "../support/repository.js";

test("the table is the one that `npm run currencies` writes", () => {
  expect(textOf("src/model/iso-4217.ts")).toBe(isoTable());
});

/** What ISO 4217 publishes, written by hand. */
const exceptions: readonly [number, string][] = [
  [0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"],
  [0, "108 152 262 324 352 392 174 410 600 646 800 940 704 548 950 952 953"],
  [3, "BHD IQD JOD KWD LYD OMR TND 048 48 368 400 414 434 512 788"],
  [4, "CLF UYW 990 927"],
];

test.each(exceptions)("%i decimals have %s", (decimals, codes) => {
  for (const code of codes.split(" ")) expect(`${code} ${currencyDecimals(code)}`).toBe(`${code} ${decimals}`);
});

test("all other currencies have 2 decimals", () => {
  const others = Object.entries(currenciesByDecimals).filter(([decimals]) => decimals !== "2");
  const letters = others.flatMap(([, currencies]) => currencies.match(/[A-Z]{3}/g) ?? []);
  expect(letters.sort().join(" ")).toBe(
    "BHD BIF CLF CLP DJF GNF IQD ISK JOD JPY KMF KRW KWD LYD OMR PYG RWF TND UGX UYI UYW VND VUV XAF XOF XPF",
  );
  for (const code of "SEK 752 EUR USD HUF TWD MGA MRU AUD 036 36 ALL 008 XCG 532 ZWG XAD".split(" ")) {
    expect(`${code} ${currencyDecimals(code)}`).toBe(`${code} 2`);
  }
});

const unknown = ["XYZ", "jpy", "Sek", "", "0", "999", "XAU", "XXX", "SEK ", " ", 752, null, undefined, {}];
test.each(unknown)("the decimals of %j, which is no currency, are undefined, and 2 in a total", (code) => {
  expect(currencyDecimals(code as string)).toBeUndefined();
  expect(decimalsIn(code)).toBe(2);
});

test.each([
  ["752", "SEK"],
  ["036", "AUD"],
  ["36", "AUD"],
  ["532", "XCG"], // which has replaced ANG
  ["SEK", "SEK"],
  ["ANG", "ANG"],
  ["999", "999"],
  ["XYZ", "XYZ"],
])("the letters of the currency %s are %s", (code, letters) => {
  expect(lettersOf(code)).toBe(letters);
});
