import { existsSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";
import { root, textOf } from "../support/repository.js";
import { pages } from "./pages.js";

/** The text without code, where a bracket is no link. */
const prose = (page: string) =>
  textOf(page)
    .replace(/^( *)```.*?^\1```$/gms, "")
    .replace(/`[^`\n]*`/g, "``");

const linksOf = (page: string) =>
  [...prose(page).matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)].map(
    ([, inText, inHtml]) => inText ?? inHtml ?? "",
  );

/** The anchors that GitHub gives a page's headings. */
function anchorsOf(page: string): string[] {
  const text = textOf(page).replace(/^```.*?^```$/gms, "");
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

/** What is wrong with a link; undefined when nothing is. */
function faultOf(page: string, link: string): string | undefined {
  if (/^[a-z]+:/.test(link))
    return /^https:\/\/[\w.-]+\.[a-z]+(\/\S*)?$/.test(link) ? undefined : "is no https address";
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? page : normalize(join(dirname(page), path));
  if (path.startsWith("/") || target.startsWith("..")) return "leaves the repository";
  if (!existsSync(root + target)) return "leads to no file";
  if (anchor === undefined) return undefined;
  const isPage = target.endsWith(".md") && statSync(root + target).isFile();
  return isPage && anchorsOf(target).includes(anchor) ? undefined : "leads to no heading";
}

test.each(pages)("every link on %s leads to a page, a file or a heading", (page) => {
  const faults = linksOf(page)
    .map((link) => [link, faultOf(page, link)])
    .filter(([, fault]) => fault !== undefined);
  expect(faults).toEqual([]);
});

test("the check finds links that lead nowhere", () => {
  expect(faultOf("docs/guides/amounts.md", "testing.md")).toBeUndefined();
  expect(faultOf("docs/guides/amounts.md", "testing.md#what-to-assert")).toBeUndefined();
  expect(faultOf("docs/guides/amounts.md", "testing.md#nothing")).toBe("leads to no heading");
  expect(faultOf("docs/guides/amounts.md", "#totals")).toBeUndefined();
  expect(faultOf("docs/guides/amounts.md", "missing.md")).toBe("leads to no file");
  expect(faultOf("docs/guides/amounts.md", "../../../other.md")).toBe("leaves the repository");
  expect(faultOf("docs/guides/amounts.md", "http://example.com")).toBe("is no https address");
});

test("the README leads to every guide and every error page", () => {
  const reached = new Set<string>();
  const follow = (page: string) => {
    if (reached.has(page)) return;
    reached.add(page);
    for (const link of linksOf(page)) {
      const [path = ""] = link.split("#");
      if (path.endsWith(".md") && !link.includes(":")) follow(normalize(join(dirname(page), path)));
    }
  };
  follow("README.md");
  expect(pages.filter((page) => /^docs\/(?:guides|errors)\//.test(page) && !reached.has(page))).toEqual([]);
});
