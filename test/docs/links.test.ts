import { existsSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";
import { root, textOf } from "../support/repository.js";
import { deadLinksOf, linksOf, type Reachable } from "./links.js";
import { pages } from "./pages.js";

const repository: Reachable = {
  has: (path) => existsSync(root + path),
  textOf: (path) => (path.endsWith(".md") ? textOf(path) : undefined),
};

test.each(pages)("every link on %s leads to a page, a file or a heading", (page) => {
  expect(deadLinksOf(page, repository)).toEqual([]);
});

test("the README leads to every guide and every page of the reference", () => {
  const reached = new Set<string>();
  const follow = (page: string) => {
    if (reached.has(page)) return;
    reached.add(page);
    for (const link of linksOf(textOf(page))) {
      const [path = ""] = link.split("#");
      if (path.endsWith(".md") && !link.includes(":")) follow(normalize(join(dirname(page), path)));
    }
  };
  follow("README.md");
  expect(pages.filter((page) => /^docs\/(?:guides|reference)\//.test(page) && !reached.has(page))).toEqual([]);
});
