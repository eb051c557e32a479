import { readFileSync, writeFileSync } from "node:fs";

/** Prints a section of a page in docs/; with `--record` on the command line it also takes its place on the page. */
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
