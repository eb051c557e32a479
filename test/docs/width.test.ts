import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { root, textOf } from "../support/repository.js";
import { pages } from "./pages.js";

/** On the site, more does not fit beside the menus at 1280 pixels. */
const COLUMNS = 80;

const wideLinesOf = (text: string) =>
  [...text.matchAll(/^ *```\w*\n(.*?)^ *```$/gms)]
    .flatMap(([, code = ""]) => code.split("\n"))
    .filter((line) => line.length > COLUMNS);

test.each(pages)("the code on %s has at most 80 columns", (page) => {
  expect(wideLinesOf(textOf(page))).toEqual([]);
});

test("the examples in docstrings have at most 80 columns", () => {
  const docstrings = globSync("src/**/*.ts", { cwd: root }).map((file) => textOf(file).replaceAll(/^ *\* ?/gm, ""));
  expect(docstrings.flatMap(wideLinesOf)).toEqual([]);
});
