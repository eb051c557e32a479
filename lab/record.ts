import { readFileSync, writeFileSync } from "node:fs";

export const today = new Date().toISOString().slice(0, 10);

/** "12,345" */
export const grouped = (count: number) => count.toLocaleString("en-US");

/** A Markdown table. Only its first column is aligned left. */
export function table(head: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const line = (cells: readonly unknown[]) => `| ${cells.join(" | ")} |`;
  return [line(head), `|---|${"--:|".repeat(head.length - 1)}`, ...rows.map(line)].join("\n");
}

/** Prints a section of a page in docs/. With `--record` on the command line, it also writes the section there. */
export function report(section: string, markdown: string, name = "reliability.md"): void {
  console.log(`\n${markdown.trim()}\n`);
  if (!process.argv.includes("--record")) return;
  const [before, after] = [`<!-- ${section} -->`, `<!-- /${section} -->`];
  const page = new URL(`../docs/${name}`, import.meta.url);
  const text = readFileSync(page, "utf8");
  const [start, end] = [text.indexOf(before), text.indexOf(after)];
  if (start < 0 || end < start) throw new Error(`docs/${name} has no section ${section}`);
  writeFileSync(page, `${text.slice(0, start)}${before}\n${markdown.trim()}\n${text.slice(end)}`);
}
