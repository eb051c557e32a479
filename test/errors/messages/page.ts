/** A message, and its cause in words. */
export interface Message {
  /** The class of the error, or where a mistake shows. */
  readonly section: string;
  /** What distinguishes the messages of a section: a code, an outcome, a function. */
  readonly group: string;
  readonly cause: string;
  readonly words: string;
}

/** The messages as Markdown: by section in the order given, then by group and message. A section without one is left out. */
export function pageOf(
  intro: string,
  sections: Readonly<Record<string, string>>,
  messages: readonly Message[],
): string {
  const parts = Object.entries(sections).flatMap(([section, about]) => {
    const own = messages.filter((message) => message.section === section);
    if (own.length === 0) return [];
    const groups = [...new Set(own.map(({ group }) => group))].sort();
    return `## ${section}\n\n${about}\n\n${groups.map((group) => groupOf(group, own)).join("\n")}`;
  });
  return `${intro}\n\n${parts.join("\n")}`;
}

function groupOf(group: string, messages: readonly Message[]): string {
  const own = messages.filter((message) => message.group === group);
  const causes = new Map<string, string[]>();
  for (const { words, cause } of own) causes.set(words, [...(causes.get(words) ?? []), cause]);
  const entries = [...causes.keys()].sort().map((words) => entryOf(words, causes.get(words) ?? []));
  return `### ${group}\n\n${entries.join("\n")}\n`;
}

/** The message first, because that is what the reader looks for. */
function entryOf(words: string, causes: readonly string[]): string {
  const because = causes.toSorted().join("; ");
  const code = words.includes("`") ? `\`\` ${words} \`\`` : `\`${words}\``;
  if (!words.includes("\n")) return `- ${code}\\\n  ${because}`;
  return `- \`\`\`text\n${indented(words)}\n  \`\`\`\n  ${because}`;
}

function indented(text: string): string {
  return text
    .split("\n")
    .map((line) => `  ${line}`)
    .join("\n");
}
