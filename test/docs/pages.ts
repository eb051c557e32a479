import { globSync } from "node:fs";
import { root, textOf } from "../support/repository.js";

/** Every page that a reader may open, by its path from the root. */
export const pages: readonly string[] = globSync(["*.md", "docs/**/*.md", "examples/*.md", "examples/*/*.md"], {
  cwd: root,
  exclude: ["**/node_modules"],
}).sort();

/** A block of TypeScript on a page. */
export interface Block {
  readonly page: string;
  /** The line of its first line of code, from 1. */
  readonly line: number;
  readonly code: string;
  /** The file that the page says it shows, in a comment before the block. */
  readonly file: string | undefined;
  /** What it prints, in a block of text right after it. */
  readonly output: string;
}

const BLOCK = /(?:^<!-- (\S+) -->\n)?^```ts\n(.*?)^```\n(?:\n?^```text\n(.*?)^```$)?/gms;

export function blocksOf(page: string): Block[] {
  const text = textOf(page);
  return [...text.matchAll(BLOCK)].map((match) => {
    const [whole, file, code = "", output = ""] = match;
    const before = text.slice(0, match.index + whole.indexOf("```ts\n"));
    return { page, line: before.split("\n").length + 1, code, file, output };
  });
}

/** The README's first program, between a fake and the line that stops it. */
export const programOfReadme = () =>
  blocksOf("README.md")
    .map(({ code }) => code)
    .join("");
