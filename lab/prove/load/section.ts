/** What was found, as the section of docs/reliability.md. */
import type { Complaints, Held } from "./leaks.ts";
import { excessOf, type Peaks, peakRows } from "./peaks.ts";
import type { Verdict } from "./verdict.ts";

/** One way to the network under load. */
export interface LoadFigures {
  readonly way: string;
  readonly verdict: Verdict;
  /** Still under way when the last call had ended. */
  readonly timers: number;
  readonly before: Held;
  readonly after: Held;
  /** Made in all, warm-up included. */
  readonly connections: number;
  readonly seconds: number;
  readonly peaks: Peaks;
}

export interface Frame {
  readonly seed: number;
  readonly callers: number;
  readonly calls: number;
  readonly heard: Complaints;
  readonly seconds: number;
}

const HEAP_GROWTH = 1.2;

/** What is left behind that was not there before. */
export function leaksOf(each: LoadFigures): string[] {
  const { timers, before, after } = each;
  return [
    ...(timers > 0 ? [`${timers} timers`] : []),
    ...(after.listeners > 0 ? [`${after.listeners} listeners on the shared signal`] : []),
    ...(after.connections > 0 ? [`${after.connections} connections`] : []),
    ...more(each),
    ...(after.heapBytes > before.heapBytes * HEAP_GROWTH
      ? [`heap ${megabytes(before)} to ${megabytes(after)} MB`]
      : []),
  ];
}

const ENDS = ["result", "succeeded", "rejected", "not_sent", "unknown"];

export function section(figures: readonly LoadFigures[], frame: Frame): string {
  const { heard, callers, calls, seed, seconds } = frame;
  const row = (label: string, cell: (each: LoadFigures) => string | number) =>
    `| ${label} | ${figures.map(cell).join(" | ")} |`;
  const head = (label: string) => [row(label, ({ way }) => way), `|---|${figures.map(() => "--:|").join("")}`];
  const never = figures[0]?.verdict.checks.map(({ never }) => never) ?? [];
  return [
    `${callers} callers at once made ${grouped(calls)} calls over each way to the network, against the fake on a loopback port,`,
    `with faults at random (seed ${seed}): lost, slow, broken, strange and doubled responses, rejections, resets, connections`,
    "closed between two requests, and callers who give up. What each was told was then held against the service's books.",
    `Recorded on ${new Date().toISOString().slice(0, 10)} with Node ${process.version}, in ${Math.round(seconds)} s in all.`,
    "",
    ...head("calls"),
    row("struck by a fault or a reset", ({ verdict }) => grouped(verdict.struck)),
    row("whose caller broke off or had no patience", ({ verdict }) => grouped(verdict.impatient)),
    ...ENDS.map((end) => row(`ended in \`${end}\` (and the service did it)`, ({ verdict }) => tallied(verdict, end))),
    row("in a second", (each) => grouped(Math.round(calls / each.seconds))),
    "",
    ...head("never"),
    ...never.map((label, index) => row(label, ({ verdict }) => verdict.checks[index]?.found.length ?? "?")),
    "",
    ...head("left behind"),
    row("timers, as the last call ends", ({ timers }) => timers),
    row("listeners on the signal that all calls share", ({ after }) => after.listeners),
    row("connections at the service", ({ after, connections }) => `${after.connections} of ${grouped(connections)}`),
    row("what else keeps a process alive", (each) => more(each).join(", ") || "nothing"),
    row(
      "heap after a full collection, before → after, MB",
      ({ before, after }) => `${megabytes(before)} → ${megabytes(after)}`,
    ),
    "",
    ...head("at most"),
    ...peakRows.map(([label, cell]) => row(label, ({ peaks }) => cell(peaks))),
    "",
    "`fetch` shares one dispatcher in a process: `maxConnections` and `close()` belong to our own way to the network.",
    "",
    `Warnings of Node: ${heard.warnings.length}. Unhandled rejections: ${heard.unhandled.length}.`,
  ].join("\n");
}

/** What is wrong, call by call; empty when nothing is. */
export function complaintsOf(figures: readonly LoadFigures[], { warnings, unhandled }: Complaints): string[] {
  const found = figures.flatMap(({ way, verdict }) =>
    verdict.checks
      .filter((check) => check.found.length > 0)
      .map((check) => `${way}: ${check.never}: ${check.found.length}, ${check.found.slice(0, 5).join("; ")}`),
  );
  const leaks = figures.flatMap((each) => leaksOf(each).map((leak) => `${each.way}: left behind: ${leak}`));
  const excess = figures
    .filter(({ way }) => way !== "fetch")
    .flatMap(({ way, peaks }) => excessOf(peaks).map((each) => `${way}: ${each}`));
  return [...found, ...leaks, ...excess, ...warnings, ...unhandled.map((reason) => `unhandled: ${reason}`)];
}

function tallied({ tally }: Verdict, end: string): string {
  const { calls, done } = tally.get(end) ?? { calls: 0, done: 0 };
  return `${grouped(calls)} (${grouped(done)})`;
}

const grouped = (count: number) => count.toLocaleString("en-US");
const megabytes = ({ heapBytes }: Held) => (heapBytes / 2 ** 20).toFixed(1);

/** Kinds of what keeps the process alive of which there are more than before. */
function more({ before, after }: LoadFigures): string[] {
  return Object.keys(after.resources).filter((kind) => (after.resources[kind] ?? 0) > (before.resources[kind] ?? 0));
}
