/** The code on the pages, as a newcomer copies it. */
import { readFileSync } from "node:fs";

const textOf = (page: string) => readFileSync(new URL(`../../../${page}`, import.meta.url), "utf8");

/** An example: its code, and the output that the page shows below it. */
export interface Example {
  readonly code: string;
  readonly output: string;
}

const BLOCK = /(<!-- \S+ -->\n)?```ts\n(.*?)^```\n(?:\n?```text\n(.*?)^```$)?/gms;

/** The examples of a page, without those that show a whole file. */
export function examplesOn(page: string): readonly Example[] {
  const fragments = [...textOf(page).matchAll(BLOCK)].filter(([, file]) => file === undefined);
  return fragments.map(([, , code = "", output = ""]) => ({ code, output }));
}

/** The first example of a page that has this text. */
export function exampleWith(page: string, text: string): Example {
  const found = examplesOn(page).find(({ code }) => code.includes(text));
  if (found === undefined) throw new Error(`${page} has no example with ${text}`);
  return found;
}

/** The first block of code on a page that begins with this line. */
export function blockAfter(page: string, opening: string): string {
  const code = textOf(page).split(`${opening}\n`)[1]?.split("```")[0];
  if (code === undefined) throw new Error(`${page} shows nothing after ${opening}`);
  return code;
}

const IMPORTS = /^(?:import .*?;\n|\n)*/s;

/** The imports of an example, and the rest. */
export function parted(code: string): readonly [imports: string, body: string] {
  const [imports = ""] = IMPORTS.exec(code) ?? [];
  return [imports, code.slice(imports.length)];
}
