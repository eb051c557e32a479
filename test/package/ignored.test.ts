import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { root, textOf } from "../support/repository.js";

/** The lines of `.gitignore` that name a folder at any depth. A line with a slash before its end counts from the root. */
const ignored = textOf(".gitignore")
  .split("\n")
  .map((line) => line.replace(/\/$/, ""))
  .filter((line) => line !== "" && !line.includes("/"));

test.each(["src", "test", "docs"])("git ignores no folder of %s: a checkout would lack it", (folder) => {
  const folders = globSync("**/", { cwd: `${root}${folder}`, exclude: ["**/node_modules"] }).flatMap((path) =>
    path.split("/"),
  );
  expect(ignored.filter((name) => folders.includes(name))).toEqual([]);
});
