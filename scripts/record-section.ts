import { readFileSync, writeFileSync } from "node:fs";

const page = new URL("../docs/reliability.md", import.meta.url);

/** Prints a section of docs/reliability.md; with `--record` on the command line it also takes its place on the page. */
export function report(section: string, markdown: string): void {
  console.log(`\n${markdown.trim()}\n`);
  if (!process.argv.includes("--record")) return;
  const [before, after] = [`<!-- ${section} -->`, `<!-- /${section} -->`];
  const text = readFileSync(page, "utf8");
  const [start, end] = [text.indexOf(before), text.indexOf(after)];
  if (start < 0 || end < start) throw new Error(`docs/reliability.md has no section ${section}`);
  writeFileSync(page, `${text.slice(0, start)}${before}\n${markdown.trim()}\n${text.slice(end)}`);
}
