import { type compare, percentOf, type Score, type Survivor, totalOf } from "./mutation-report.ts";

/** The section of docs/reliability.md. */
export function section(
  scores: readonly Score[],
  { explained, unexplained }: ReturnType<typeof compare>,
  minutes: number,
): string {
  const all = totalOf(scores);
  return [
    `Recorded on ${new Date().toISOString().slice(0, 10)} with Node ${process.version}, in ${minutes} minutes. Stryker changed`,
    `the code in ${all.noticed + all.survived} small ways: a condition turned round, a call left out, a text emptied. The tests`,
    `noticed ${percentOf(all).toFixed(1)} %. ${all.untried} further changes are to what runs once, when a module is loaded (tables, schemas,`,
    "patterns), and were not tried.",
    "",
    "| folder | noticed | not noticed | | not tried |",
    "|---|--:|--:|--:|--:|",
    ...[...scores, all].map(rowOf),
    "",
    `Of those that nobody noticed, ${explained.length} change nothing that could be noticed:`,
    "",
    ...[...Map.groupBy(explained, ({ reason }) => reason)].flatMap(([reason, survivors]) => [
      `- ${reason}:`,
      ...survivors.map((survivor) => `  - ${shown(survivor)}`),
    ]),
    ...(unexplained.length === 0 ? [] : ["", "Without a reason so far:", ""]),
    ...unexplained.map((survivor) => `- ${shown(survivor)}`),
  ].join("\n");
}

function rowOf(score: Score): string {
  const { folder, noticed, survived, untried } = score;
  return `| ${folder} | ${noticed} | ${survived} | ${percentOf(score).toFixed(1)} % | ${untried} |`;
}

/** On one line. */
export function shown({ file, from, to }: Survivor): string {
  return `${file}: ${code(from)} as ${code(to)}`;
}

function code(text: string): string {
  const short = text.length > 80 ? `${text.slice(0, 80)}…` : text;
  return `\`\` ${short === "" ? "nothing" : short} \`\``;
}
