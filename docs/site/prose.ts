// Finds sentences that readers stumble over on each page: long ones, terms of our own, and statements that begin with "What".
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
console.log(`${pages.length} pages, ${faults} faults of prose`);
if (faults > 0 || pages.length === 0) process.exitCode = 1;
