// Fails when a link of the built site leads to no file, to no anchor of it, or to raw Markdown, or when two pages have one
// title. Links to the outside are judged by their form.
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const site = "site";
const pages = new Map(globSync(`${site}/**/*.html`).map((file) => [file, readFileSync(file, "utf8")]));
const pictures = globSync(`${site}/**/*.svg`).map((file) => [file, readFileSync(file, "utf8")] as const);
const ids = new Map([...pages, ...pictures].map(([file, text]) => [file, new Set(valuesOf(text, "id"))]));

const faults = [...pages].flatMap(([file, html]) =>
  [...new Set([...valuesOf(html, "href"), ...valuesOf(html, "src")])]
    .filter((link) => !leadsSomewhere(file, link))
    .map((link) => `${file}: ${link}`),
);
const titles = [...pages.values()].map((html) => /<title>(.*?)<\/title>/.exec(html)?.[1]);
const repeated = titles.filter((title, index) => titles.indexOf(title) !== index);
for (const fault of faults) console.error(`leads nowhere: ${fault}`);
for (const title of repeated) console.error(`is the title of two pages: ${title}`);
console.log(`${pages.size} pages, ${faults.length} links that lead nowhere, ${repeated.length} repeated titles`);
if (faults.length > 0 || repeated.length > 0 || pages.size === 0) process.exitCode = 1;

function valuesOf(html: string, attribute: "id" | "href" | "src"): string[] {
  return [...html.matchAll(new RegExp(`\\s${attribute}="([^"]*)"`, "g"))].map(([, value = ""]) =>
    value.replaceAll("&amp;", "&"),
  );
}

function leadsSomewhere(from: string, link: string): boolean {
  if (/^[a-z]+:/.test(link)) return link.startsWith("https://") && URL.canParse(link);
  const [path = "", anchor = ""] = link.split("#").map(decodeURIComponent);
  if (path.endsWith(".md")) return false;
  const target = path === "" ? from : join(dirname(from), path);
  if (anchor === "") return existsSync(target);
  return ids.get(target)?.has(anchor) ?? false;
}
