import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { jsonOf, root, textOf } from "../support/repository.js";
import { pages } from "./pages.js";

const { scripts } = jsonOf<{ scripts: object }>("package.json");
const listed = execFileSync(process.execPath, [`${root}lab/run.ts`], { encoding: "utf8" });
const labNames = [...listed.matchAll(/^ {2}(\S+)/gm)].map(([, name]) => name);

test.each(pages)("every npm command on %s exists", (page) => {
  const named = [...textOf(page).matchAll(/npm run (?:lab -- ([\w-]+)|([\w:]+))/g)];
  const unknown = named.filter(([, inLab, script = ""]) =>
    inLab === undefined ? !(script in scripts) : !labNames.includes(inLab),
  );
  expect(unknown.map(([command]) => command)).toEqual([]);
});
