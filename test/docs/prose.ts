/** Finds sentences that readers stumble over: long ones, terms of our own, and statements that begin with "What". */
import { createLinter, loadTextlintrc } from "textlint";
import { root } from "../support/repository.js";

const configured = await loadTextlintrc({ configFilePath: `${root}test/docs/textlintrc.json` });

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

/** What is wrong with the prose of a page, each fault with its line. */
export async function proseFaultsOf(text: string): Promise<string[]> {
  const { messages } = await linter.lintText(text, "page.md");
  return messages.map(({ line, message }) => `line ${line}: ${message}`);
}
