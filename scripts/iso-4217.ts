// Writes src/model/iso-4217.ts from ISO's own list, which the package currency-codes carries: `npm run currencies`.
// Its JavaScript data is not used, because it gives gold and other codes without a minor unit 0 decimals. Node's Intl
// is not used, because CLDR differs from ISO 4217 for 16 currencies.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Currencies that are in force since the package's list was published, by the amendments to ISO 4217 that SIX publishes:
 * XAD of the Arab Monetary Fund (amendment 179, from 12 May 2025), and XCG, which has replaced ANG and kept its number
 * (amendment 176, from 31 March 2025).
 */
const ADDED = ["2 396XAD", "2 532XCG"];

/** Returns the text of src/model/iso-4217.ts. */
export function isoTable(): string {
  const list = readFileSync(`${root}node_modules/currency-codes/iso-4217-list-one.xml`, "utf8");
  const published = /Pblshd="([\d-]+)"/.exec(list)?.[1];
  const entry = /<Ccy>([A-Z]{3})<\/Ccy>\s*<CcyNbr>(\d{3})<\/CcyNbr>\s*<CcyMnrUnts>(\d)<\/CcyMnrUnts>/g;
  const listed = [...list.matchAll(entry)].map(([, letters, number, decimals]) => `${decimals} ${number}${letters}`);
  const currencies = [...new Set([...listed, ...ADDED])].sort();
  const groups = Object.entries(Object.groupBy(currencies, ([decimals = ""]) => decimals));
  const lines = groups.map(([decimals, group = []]) => `  ${decimals}: \`${wrapped(group)}\`,\n`);
  return `// Do not edit: \`npm run currencies\` writes this file, from ISO 4217 as
// published on ${published}, and from the later additions that scripts/iso-4217.ts lists.

/** The number and the letters of each currency, by the decimals of its minor unit. */
export const currenciesByDecimals: Readonly<Record<number, string>> = {
${lines.join("")}};
`;
}

const PER_LINE = 16;

function wrapped(group: readonly string[]): string {
  const names = group.map((each) => each.slice(2));
  const rows = Array.from({ length: Math.ceil(names.length / PER_LINE) }, (_, row) =>
    names.slice(row * PER_LINE, (row + 1) * PER_LINE).join(" "),
  );
  return rows.length === 1 ? rows.join() : `\n    ${rows.join("\n    ")}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(`${root}src/model/iso-4217.ts`, isoTable());
