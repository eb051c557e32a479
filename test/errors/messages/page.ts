/** A message, and its cause in words. */
export interface Message {
  /** The class of the error, or where a mistake shows. */
  readonly section: string;
  /** What distinguishes the messages of a section: a code, an outcome, a function. */
  readonly group: string;
  readonly cause: string;
  readonly words: string;
}

const introOf = (title: string) => `# ${title}

Each message, and what causes it. Read this page when you review a change: is each message clear, does it name the
field, the rule and the fix? The wording is not part of the API. In the tables of this folder, \`@ts-expect-error\`
stands before each mistake that does not compile either.

\`npx vitest run test/errors/messages -u\` writes this page.`;

/** The messages as Markdown, by section, group and message. */
export function pageOf(title: string, messages: readonly Message[]): string {
  const sections = [...Map.groupBy(messages, ({ section }) => section)].map(([section, own]) => {
    const groups = [...Map.groupBy(own, ({ group }) => group)].sort(([a], [b]) => (a < b ? -1 : 1));
    return `## ${section}\n\n${groups.map(([group, each]) => `### ${group}\n\n${entriesOf(each)}\n`).join("\n")}`;
  });
  return `${introOf(title)}\n\n${sections.join("\n")}`;
}

/** The message first, because that is what the reader looks for. */
function entriesOf(messages: readonly Message[]): string {
  const byWords = [...Map.groupBy(messages, ({ words }) => words)].sort(([a], [b]) => (a < b ? -1 : 1));
  const entries = byWords.map(([words, each]) => {
    const causes = each.map(({ cause }) => cause);
    const because = causes.toSorted().join("; ");
    if (words.includes("\n")) return `- \`\`\`text\n${words.replaceAll(/^/gm, "  ")}\n  \`\`\`\n  ${because}`;
    return `- ${words.includes("`") ? `\`\` ${words} \`\`` : `\`${words}\``}\\\n  ${because}`;
  });
  return entries.join("\n");
}
