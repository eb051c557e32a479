import { expect, test } from "vitest";
import { isInRegistry, missingFor } from "../../lab/ship/release/publishable.js";
import { packedReadme } from "../../scripts/packed-readme.js";
import { linksOf } from "../docs/links.js";
import { pages } from "../docs/pages.js";
import { jsonOf, textOf } from "../support/repository.js";

const readme = "Read [the guide](docs/guide.md#a). ![A picture.](docs/a.svg) [Elsewhere](https://example.com).\n";

test("a release makes the links and pictures of the README absolute", () => {
  expect(packedReadme(readme, "https://example.com/library")).toBe(
    "Read [the guide](https://example.com/library/docs/guide.md#a). " +
      "![A picture.](https://example.com/library/docs/a.svg) [Elsewhere](https://example.com).\n",
  );
});

test("GitHub shows the pages and the pictures of a repository", () => {
  expect(packedReadme(readme, "https://github.com/shop/library#readme")).toBe(
    "Read [the guide](https://github.com/shop/library/blob/HEAD/docs/guide.md#a). " +
      "![A picture.](https://github.com/shop/library/raw/HEAD/docs/a.svg) [Elsewhere](https://example.com).\n",
  );
});

test("no link of the README stays relative in a release", () => {
  const links = linksOf(packedReadme(textOf("README.md"), "https://github.com/shop/library"));
  expect(links.length).toBeGreaterThan(10);
  expect(links.filter((link) => !link.startsWith("https://"))).toEqual([]);
});

test("only the release workflow rewrites the README, right before it packs: a pack that fails leaves it as it is", () => {
  const steps = [...textOf(".github/workflows/release.yml").matchAll(/- run: (.*)/g)].map(([, step]) => step);
  const at = steps.indexOf("node scripts/packed-readme.ts");
  expect(steps[at + 1]).toBe("mkdir tarball && npm pack --pack-destination tarball");
  const { scripts } = jsonOf<{ scripts: object }>("package.json");
  expect(scripts).toMatchObject({ prepack: "npm run --silent build" });
  expect(scripts).not.toHaveProperty("postpack");
});

test("a release with all addresses is published", () => {
  const site = "https://example.com";
  const manifest = { version: "1.2.3", homepage: site, repository: "shop/library", bugs: site };
  const changes = { "CHANGELOG.md": "## 1.2.3 - 2027-01-01" };
  const pages = { "SECURITY.md": "security@example.com", ...changes, ".github/CODEOWNERS": "* @shop" };
  expect(missingFor({ tag: "v1.2.3", manifest, pages, isInRegistry: true })).toEqual([]);
});

test("a release without an address, an owner or a date is not published", () => {
  const pages = {
    "SECURITY.md": textOf("SECURITY.md"),
    "CHANGELOG.md": "## 1.2.3 - unreleased",
    ".github/CODEOWNERS": textOf(".github/CODEOWNERS"),
  };
  expect(missingFor({ tag: "v1.2.4", manifest: { version: "1.2.3" }, pages, isInRegistry: false })).toEqual([
    "the tag v1.2.4 does not name the version 1.2.3 of package.json",
    "package.json has no homepage: the README of the tarball would have relative links",
    "package.json has no repository: npm rejects the provenance without it",
    "package.json has no bugs",
    "SECURITY.md has no address to report a vulnerability to",
    ".github/CODEOWNERS names no owner",
    "CHANGELOG.md has a version without a date",
    "isInRegistry is false, so the README installs from the repository",
  ]);
});

const BY_NAME = /npm (?:install|i|add)(?: -\S+)* merchant-payments\b|npx -p merchant-payments\b|npm owner ls/;

const merchantPages = pages.filter((page) => page !== "CONTRIBUTING.md"); // which says what the first release changes

test.runIf(!isInRegistry).each(merchantPages)("%s names no install from a registry that lacks the package", (page) => {
  expect(textOf(page)).not.toMatch(BY_NAME);
});

test("the README installs the package in the way that works", () => {
  const way = isInRegistry ? "npm install merchant-payments\n" : "npm pack --pack-destination ../my-shop";
  expect(textOf("README.md")).toContain(way);
});

test("the job with the token runs nothing of the project", () => {
  const [, publish = ""] = textOf(".github/workflows/release.yml").split("\n  publish:\n");
  const steps = [...publish.matchAll(/^ +- (?:uses|run): (npm publish .*|\S+)/gm)].map(([, step]) => step);
  expect(publish).toContain("id-token: write");
  expect(steps.map((step) => step?.replace(/@[0-9a-f]{40}$/, ""))).toEqual([
    "actions/setup-node",
    "actions/download-artifact",
    "npm publish --ignore-scripts --provenance --access public ./*.tgz",
  ]);
});
