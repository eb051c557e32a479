import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { root, textOf } from "../support/repository.js";
import { pages } from "./pages.js";

/** On the site, more does not fit beside the menus at 1280 pixels. */
const COLUMNS = 80;

const tooWide = (line: string) => line.length > COLUMNS;

test.each(pages)("the code on %s has at most 80 columns", (page) => {
  const blocks = textOf(page).matchAll(/^ *```\w*\n(.*?)^ *```$/gms);
  const lines = [...blocks].flatMap(([, code = ""]) => code.split("\n"));
  expect(lines.filter(tooWide)).toEqual([]);
});

test("the examples in docstrings have at most 80 columns", () => {
  const sources = globSync("src/**/*.ts", { cwd: root }).map(textOf);
  const examples = sources.flatMap((source) => [...source.matchAll(/@example\n((?: *\*(?! @|\/).*\n)*)/g)]);
  const lines = examples.flatMap(([, example = ""]) => example.replaceAll(/^ *\* ?/gm, "").split("\n"));
  expect(examples.length).toBeGreaterThan(10);
  expect(lines.filter(tooWide)).toEqual([]);
});
