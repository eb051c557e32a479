import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const today = new Date().toISOString().slice(0, 10);

/** "12,345" */
export const grouped = (count: number) => count.toLocaleString("en-US");

/** A Markdown table. Only its first column is aligned left. */
export function table(head: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const line = (cells: readonly unknown[]) => `| ${cells.join(" | ")} |`;
  return [line(head), `|---|${"--:|".repeat(head.length - 1)}`, ...rows.map(line)].join("\n");
}

const isRecorded = process.argv.includes("--record");

/** Prints what a program found. With `--record` on the command line, it also writes that beside the program, and to a page. */
export function report(folder: string, found: string, toPage: () => void): void {
  console.log(`\n${found.trim()}\n`);
  if (!isRecorded) return;
  writeFileSync(join(folder, "record.md"), `${found.trim()}\n`);
  toPage();
}

const pathOf = (page: string) => new URL(`../docs/${page}`, import.meta.url);

/** Writes a section of a page in docs/. */
export function writeSection(section: string, markdown: string, page: string): void {
  const [before, after] = [`<!-- ${section} -->`, `<!-- /${section} -->`];
  const text = readFileSync(pathOf(page), "utf8");
  const [start, end] = [text.indexOf(before), text.indexOf(after)];
  if (start < 0 || end < start) throw new Error(`docs/${page} has no section ${section}`);
  writeFileSync(pathOf(page), `${text.slice(0, start)}${before}\n${markdown.trim()}\n${text.slice(end)}`);
}

/** Writes the row of a program in the table of docs/what-is-proven.md: what was tried, how often, and what was found. */
export function writeRow(program: string, ...cells: readonly [tried: string, times: string, found: string]): void {
  const page = pathOf("what-is-proven.md");
  const text = readFileSync(page, "utf8");
  const row = text.split("\n").find((line) => line.includes(`| \`${program}\` |`));
  if (row === undefined) throw new Error(`docs/what-is-proven.md has no row of ${program}`);
  writeFileSync(
    page,
    text.replace(row, () => `| ${cells.join(" | ")} | \`${program}\` | ${today} |`),
  );
}
