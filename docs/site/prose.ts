// Finds sentences that readers stumble over on each page: long ones, terms of our own, and statements that begin with "What".
// It also counts the words of each page for merchants, without code blocks, against a limit.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createLinter, loadTextlintrc } from "textlint";

const root = join(import.meta.dirname, "../..");
const configured = await loadTextlintrc({ configFilePath: join(import.meta.dirname, "textlintrc.json") });

/** Begins a paragraph or follows another sentence, and ends at a full stop, a question mark or with the paragraph. */
const WHAT = /(?<=^|[.!?:]\**\s+)\**What\b(?! to do\b).*?(?:(?<end>[.!?])(?=[\s*)]|$)|$)/gs;

const linter = createLinter({
  descriptor: configured.shallowMerge({
    rules: [
      ...(configured.toKernelOptions().rules ?? []),
      {
        ruleId: "what",
        rule: ({ Syntax, getSource, locator, report, RuleError }) => ({
          [Syntax.Paragraph](node) {
            const text = getSource(node).replace(/`[^`]*`/g, (code) => "x".repeat(code.length));
            for (const { groups, index } of text.matchAll(WHAT)) {
              if (groups?.["end"] === "?") continue;
              report(
                node,
                new RuleError("A statement begins with “What”: begin with its subject", { padding: locator.at(index) }),
              );
            }
          },
        }),
      },
    ],
  }),
});

const pages = globSync(["*.md", "docs/**/*.md", "examples/*.md", "examples/*/*.md"], {
  cwd: root,
  exclude: ["**/node_modules"],
}).sort();
let faults = 0;
for (const page of pages) {
  const { messages } = await linter.lintText(readFileSync(join(root, page), "utf8"), "page.md");
  for (const { line, message } of messages) console.error(`${page}:${line}: ${message}`);
  faults += messages.length;
}

/** The most words of each page for merchants, and of all. Tables count, code blocks and addresses of links do not. */
const limits: Readonly<Record<string, number>> = {
  "README.md": 500,
  "docs/guides/the-whole-flow.md": 600,
  "docs/guides/first-capture.md": 550,
  "docs/guides/handle-a-failure.md": 700,
  "docs/guides/resolve.md": 450,
  "docs/guides/once.md": 900,
  "docs/guides/once-review.md": 700,
  "docs/guides/once-operations.md": 500,
  "docs/guides/testing.md": 700,
  "docs/guides/go-live.md": 600,
  "docs/guides/amounts.md": 350,
  "docs/guides/custom-operations.md": 400,
  "docs/guides/networks.md": 350,
  "docs/guides/observability.md": 350,
  "docs/reference/errors.md": 700,
  "docs/reference/options.md": 600,
  "docs/reference/once.md": 800,
  "docs/reference/fake.md": 400,
  "docs/reference/facts.md": 350,
  "docs/reference/compatibility.md": 300,
  "docs/what-is-proven.md": 500,
  "SECURITY.md": 450,
  "CHANGELOG.md": 150,
};
const ALL = 11_500;
/** The pages before the first live capture. */
const way = ["README.md", ...["the-whole-flow", "first-capture", "go-live"].map((name) => `docs/guides/${name}.md`)];
const WAY = 2_500;

function wordsOf(page: string): number {
  const text = readFileSync(join(root, page), "utf8")
    .replaceAll(/^```.*?^```$/gms, "")
    .replaceAll(/<!--.*?-->/gs, "")
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1");
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

const forMerchants = pages.filter((page) =>
  /^(?:README|SECURITY|CHANGELOG|docs\/(?:guides|reference)\/.*|docs\/what.*)\.md$/.test(page),
);
const words = new Map(forMerchants.map((page) => [page, wordsOf(page)]));
const sum = (of: Iterable<number>) => [...of].reduce((total, each) => total + each, 0);
const counts: [name: string, found: number, limit: number][] = [
  ...[...words].map(([page, found]): [string, number, number] => [page, found, limits[page] ?? 0]),
  ["the way to the first live capture", sum(way.map((page) => words.get(page) ?? 0)), WAY],
  ["all pages", sum(words.values()), ALL],
];
for (const [name, found, limit] of counts) {
  console.log(`${String(found).padStart(6)} words of ${limit}: ${name}`);
  if (found <= limit) continue;
  console.error(`${name} has ${found} words, and may have ${limit}`);
  faults += 1;
}
console.log(`${pages.length} pages, ${faults} faults of prose`);
if (faults > 0 || pages.length === 0) process.exitCode = 1;
