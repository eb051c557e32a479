import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { pages, root, textOf } from "./pages.js";

const { scripts } = JSON.parse(readFileSync(`${root}package.json`, "utf8")) as { scripts: object };
const listed = execFileSync(process.execPath, [`${root}lab/run.ts`], { encoding: "utf8" });
const labNames = [...listed.matchAll(/^ {2}(\S+)/gm)].map(([, name]) => name);

test.each(pages)("the commands on %s are there", (page) => {
  const named = [...textOf(page).matchAll(/npm run (?:lab -- ([\w-]+)|([\w:]+))/g)];
  const unknown = named.filter(([, inLab, script = ""]) =>
    inLab === undefined ? !(script in scripts) : !labNames.includes(inLab),
  );
  expect(unknown.map(([command]) => command)).toEqual([]);
});
