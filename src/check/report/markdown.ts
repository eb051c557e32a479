import type { Style } from "./style.js";

const cell = (text: string) => text.replaceAll("|", "\\|");

/** Writes Markdown, for a file or the page of a build. */
export const markdownStyle: Style = {
  heading: (text) => `## ${text}\n`,
  paragraph: (text) => `${text}\n`,
  items: (texts) => texts.map((text) => `- ${text}\n`).join(""),
  code: (lines) => `\`\`\`ts\n${lines.map((text) => `${text}\n`).join("")}\`\`\`\n`,
  tableHead: () => "| row | result | seen |\n|---|---|---|\n",
  progress: () => "",
  row: ({ name, result, seen }) => `| ${cell(name)} | ${cell(result)} | ${cell(seen)} |\n`,
};
