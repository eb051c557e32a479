import { readFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { heapKb, p50Us, ratio } from "./calls.ts";
import { bareFetch, own } from "./contestants.ts";
import type { Figures, NodeFigures } from "./figures.ts";
import { type Goal, goals, isReached } from "./goals.ts";
import { milliseconds, startRatio } from "./starts.ts";
import type { Spread } from "./statistics.ts";
import { type Case, cases } from "./workload.ts";

/** The section of docs/performance.md, from what was measured. */
export function sectionOf(figures: Figures, restarts: number, load: readonly number[]): string {
  const { nodes, earlier, sizesKb } = figures;
  const today = new Date().toISOString().slice(0, 10);
  return `
${today}, ${nodes.map(({ version }) => version).join(", ")}, ${versions()}; restarts: ${restarts}.
${cpus()[0]?.model.trim()}, ${cpus().length} cores shared with other machines; load average when it began ${load.map((value) => value.toFixed(2)).join(", ")}.

### Goals

${goalTable(figures)}

### One call

${cases.map((one) => `#### ${one.title}\n\n${nodes.map((on) => callTable(one, on, figures)).join("\n\n")}`).join("\n\n")}
${earlier ? `\n### Beside an earlier build\n\n${earlierTable(figures)}\n` : ""}
### A start

${nodes.map(startTable).join("\n\n")}

In a bundle ours takes ${sizesKb.own.toFixed(1)} KB, stripe ${sizesKb.stripe.toFixed(1)} KB.
`;
}

function goalTable(figures: Figures): string {
  const verdict = (goal: Goal, on: NodeFigures) => {
    const figure = goal.figure(on, figures);
    return figure ? `${spreadText(figure)} ${isReached(goal, figure) ? "✓" : "**✗**"}` : "not measured";
  };
  return table(
    ["", "goal", ...figures.nodes.map(({ version }) => version)],
    goals.map((goal) => [
      goal.what,
      goal.atMost ? `at most ${goal.atMost}` : `at least ${goal.atLeast}`,
      ...figures.nodes.map((on) => verdict(goal, on)),
    ]),
  );
}

function callTable({ name, atOnce }: Case, { version, calls }: NodeFigures, { contestants }: Figures): string {
  const restarts = calls[name];
  return table(
    [version, "median time x fetch", "CPU x fetch", "KB", ...(atOnce ? ["64 at once: calls/s x fetch"] : [])],
    contestants.map((contestant) => [
      contestant === bareFetch ? `bare fetch, ${spreadText(p50Us(restarts, contestant))} µs` : contestant.name,
      spreadText(ratio(restarts, "p50", contestant)),
      spreadText(ratio(restarts, "cpu", contestant)),
      spreadText(heapKb(restarts, contestant)),
      ...(atOnce ? [spreadText(ratio(restarts, "perSecond", contestant))] : []),
    ]),
  );
}

function earlierTable({ nodes, earlier }: Figures): string {
  return table(
    [`ours x ${earlier?.name}`, ...nodes.flatMap(({ version }) => [`${version}: median time`, "CPU"])],
    cases.map(({ name, title }) => [
      title,
      ...nodes.flatMap(({ calls }) => [
        spreadText(ratio(calls[name], "p50", own, earlier)),
        spreadText(ratio(calls[name], "cpu", own, earlier)),
      ]),
    ]),
  );
}

function startTable({ version, starters }: NodeFigures): string {
  return table(
    [version, "CPU to load it, ms", "process start to first response, ms", "x fetch"],
    starters.map((starter) => [
      starter.contestant === bareFetch ? "bare fetch" : `${starter.contestant.name}, by ${starter.form}`,
      spreadText(milliseconds(starter, "loadCpuMs")),
      spreadText(milliseconds(starter, "respondedMs")),
      spreadText(startRatio(starter, starters)),
    ]),
  );
}

/** "0.92 (0.88-0.95)": the median and the range over the restarts. */
function spreadText({ median, least, most }: Spread): string {
  const digits = median < 10 ? 2 : median < 100 ? 1 : 0;
  const text = (value: number) =>
    value.toLocaleString("en-US", { maximumFractionDigits: digits, minimumFractionDigits: digits });
  return least === most ? text(median) : `${text(median)} (${text(least)}-${text(most)})`;
}

function versions(): string {
  return ["stripe", "ky", "axios", "@anthropic-ai/sdk"]
    .map((name) => {
      const file = join(import.meta.dirname, "node_modules", name, "package.json");
      return `${name} ${JSON.parse(readFileSync(file, "utf8")).version}`;
    })
    .join(", ");
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), `|---|${"---:|".repeat(head.length - 1)}`, ...rows.map(line)].join("\n");
}
