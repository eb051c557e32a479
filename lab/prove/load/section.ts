/** The record, and what must never be found. */
import { grouped, table, today } from "../../record.ts";
import type { Complaints, Held } from "./leaks.ts";
import type { Verdict } from "./verdict.ts";

/** One way to the network under load. */
export interface LoadFigures {
  readonly way: string;
  readonly verdict: Verdict;
  /** Active when the last call had ended. */
  readonly timers: number;
  readonly before: Held;
  readonly after: Held;
  /** In total, including the warm-up. */
  readonly connections: number;
  readonly seconds: number;
}

export interface Frame {
  readonly seed: number;
  readonly callers: number;
  readonly calls: number;
  readonly complaints: Complaints;
  readonly seconds: number;
}

type Row = readonly [label: string, cell: (each: LoadFigures) => string | number];

const HEAP_GROWTH = 1.2;
const ENDS = ["result", "succeeded", "rejected", "not_sent", "unknown"];

export function section(figures: readonly LoadFigures[], frame: Frame): string {
  const { complaints, callers, calls, seed, seconds } = frame;
  const tableOf = (title: string, rows: readonly Row[]) =>
    table(
      [title, ...figures.map(({ way }) => way)],
      rows.map(([label, cell]) => [label, ...figures.map(cell)]),
    );
  const ends = ENDS.map((end): Row => {
    return [`ended in \`${end}\` (and the service processed it)`, ({ verdict }) => tallied(verdict, end)];
  });
  const never = Object.keys(figures[0]?.verdict.checks ?? {}).map((check): Row => {
    return [check, ({ verdict }) => verdict.checks[check]?.length ?? "?"];
  });
  return `
${callers} concurrent callers made ${grouped(calls)} calls over each way to the network, against the fake on a loopback port, with random
faults (seed ${seed}): lost, slow, broken, strange and doubled responses, rejections, resets, connections closed between two
requests, and callers who abort. The result of each call was then compared with the service's books. Recorded on ${today} with
Node ${process.version}, in ${Math.round(seconds)} s in total.

${tableOf("calls", [
  ["with a fault or a reset", ({ verdict }) => grouped(verdict.struck)],
  ["whose caller aborted or had a short time-out", ({ verdict }) => grouped(verdict.impatient)],
  ...ends,
  ["per second", (each) => grouped(Math.round(calls / each.seconds))],
])}

${tableOf("never", never)}

${tableOf("left behind", [
  ["timers, when the last call ends", ({ timers }) => timers],
  ["listeners on the signal that all calls share", ({ after }) => after.listeners],
  ["connections at the service", ({ after, connections }) => `${after.connections} of ${grouped(connections)}`],
  ["anything else that keeps a process alive", (each) => more(each).join(", ") || "nothing"],
  ["heap after a full collection, before → after, MB", ({ before, after }) => `${heapOf(before)} → ${heapOf(after)}`],
])}

Warnings of Node: ${complaints.warnings.length}. Unhandled rejections: ${complaints.unhandled.length}.`;
}

/** Everything wrong, call by call. */
export function wrongIn(figures: readonly LoadFigures[], { warnings, unhandled }: Complaints): string[] {
  const ofWays = figures.flatMap(({ way, ...each }) => [
    ...Object.entries(each.verdict.checks)
      .filter(([, found]) => found.length > 0)
      .map(([never, found]) => `${way}: ${never}: ${found.length}, ${found.slice(0, 5).join("; ")}`),
    ...leaksOf(each).map((leak) => `${way}: left behind: ${leak}`),
  ]);
  return [...ofWays, ...warnings, ...unhandled.map((reason) => `unhandled: ${reason}`)];
}

function leaksOf({ timers, before, after }: Omit<LoadFigures, "way">): string[] {
  const hasGrown = after.heapBytes > before.heapBytes * HEAP_GROWTH;
  return [
    ...(timers > 0 ? [`${timers} timers`] : []),
    ...(after.listeners > 0 ? [`${after.listeners} listeners on the shared signal`] : []),
    ...(after.connections > 0 ? [`${after.connections} connections`] : []),
    ...more({ before, after }),
    ...(hasGrown ? [`heap ${heapOf(before)} to ${heapOf(after)} MB`] : []),
  ];
}

function tallied({ cases }: Verdict, end: string): string {
  const own = cases.filter(({ ended }) => ended === end);
  return `${grouped(own.length)} (${grouped(own.filter(({ isDone }) => isDone).length)})`;
}

const heapOf = ({ heapBytes }: Held) => (heapBytes / 2 ** 20).toFixed(1);

/** The kinds of resources of which there are more than before. */
function more({ before, after }: Pick<LoadFigures, "before" | "after">): string[] {
  return Object.keys(after.resources).filter((kind) => (after.resources[kind] ?? 0) > (before.resources[kind] ?? 0));
}
