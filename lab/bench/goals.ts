import { bareFetch, own, ownOrder } from "./contestants.ts";
import { type Figures, figuresOf, type NodeFigures } from "./figures.ts";
import type { Format } from "./start/measure.ts";

/** What a figure must reach, and what it is meant to reach. */
export interface Goal {
  readonly name: string;
  readonly unit: string;
  readonly must: number;
  readonly aim: number;
  readonly better: "lower" | "higher";
  readonly figure: (on: NodeFigures, all: Figures) => number;
}

export type Verdict = "aim" | "must" | "short";

export function verdictOf({ must, aim, better }: Goal, figure: number): Verdict {
  const reaches = (limit: number) => (better === "lower" ? figure <= limit : figure >= limit);
  if (reaches(aim)) return "aim";
  return reaches(must) ? "must" : "short";
}

const calls = [
  { what: "finalize, 2 lines", who: own },
  { what: "detailed order, 10 lines", who: ownOrder },
];

const formats: readonly Format[] = ["esm", "cjs"];

/** In the order of the reader's interest. */
export const goals: readonly Goal[] = [
  ...calls.map(
    ({ what, who }): Goal => ({
      name: `one call after the other, median: ${what}`,
      unit: "x fetch",
      must: 1.35,
      aim: 1,
      better: "lower",
      figure: (on) => figuresOf(on.calls, who).timesFetch.median,
    }),
  ),
  {
    name: "the same beside the fastest peer on fetch",
    unit: "x peer",
    must: 1,
    aim: 1,
    better: "lower",
    figure: (on) => figuresOf(on.calls, own).timesFetch.median / fastestPeerOnFetch(on),
  },
  ...calls.map(
    ({ what, who }): Goal => ({
      name: `CPU per call: ${what}`,
      unit: "x fetch",
      must: 1.4,
      aim: 1,
      better: "lower",
      figure: (on) => figuresOf(on.calls, who).timesFetch.cpu,
    }),
  ),
  ...calls.map(
    ({ what, who }): Goal => ({
      name: `heap allocated per call: ${what}`,
      unit: "KB",
      must: 110,
      aim: 64,
      better: "lower",
      figure: (on) => figuresOf(on.calls, who).heapKb,
    }),
  ),
  ...calls.map(
    ({ what, who }): Goal => ({
      name: `64 callers at once, calls per second: ${what}`,
      unit: "x fetch",
      must: 0.75,
      aim: 1.1,
      better: "higher",
      figure: (on) => figuresOf(on.calls, who).timesFetch.perSecond,
    }),
  ),
  ...formats.map(
    (format): Goal => ({
      name: `cold import, CPU, ${format.toUpperCase()}`,
      unit: "x stripe",
      must: 0.7,
      aim: 0.4,
      better: "lower",
      figure: (on) => ownStart(on, format).timesStripe.importCpu,
    }),
  ),
  ...formats.map(
    (format): Goal => ({
      name: `process start to first answer, ${format.toUpperCase()}`,
      unit: "x stripe",
      must: 0.75,
      aim: 0.55,
      better: "lower",
      figure: (on) => ownStart(on, format).timesStripe.answered,
    }),
  ),
  {
    name: "size with everything it needs, minified and compressed",
    unit: "KB",
    must: 50,
    aim: 40,
    better: "lower",
    figure: (_, { sizes }) => figuresOf(sizes, own).kb,
  },
  {
    name: "validation of 1,000 lines",
    unit: "ms",
    must: 0.6,
    aim: 0.3,
    better: "lower",
    figure: ({ steps }) => steps.validateThousand / 1_000,
  },
  {
    name: "exact encoding of 1,000 lines",
    unit: "x stringify",
    must: 1.8,
    aim: 1.2,
    better: "lower",
    figure: ({ steps }) => steps.encodeThousand / steps.plainStringifyThousand,
  },
  {
    name: "lossless decoding of an answer",
    unit: "µs",
    must: 10,
    aim: 3,
    better: "lower",
    figure: ({ steps }) => steps.decodeAnswer,
  },
  {
    name: "growth with ten times the lines, 1 to 10,000, at worst",
    unit: "x",
    must: 15,
    aim: 11, // linear, and something for the noise
    better: "lower",
    figure: ({ steps }) => steepestGrowth(steps.byLines.map(({ microseconds }) => microseconds)),
  },
  {
    name: "new connections per call, one after the other",
    unit: "",
    must: 0,
    aim: 0,
    better: "lower",
    figure: (on) => figuresOf(on.calls, own).newConnectionsPerCall,
  },
];

function fastestPeerOnFetch({ calls }: NodeFigures): number {
  const peers = calls.filter(({ contestant: { id, onFetch, operation } }) => {
    return onFetch && operation === "finalize" && id !== bareFetch.id;
  });
  return Math.min(...peers.map(({ timesFetch }) => timesFetch.median));
}

function ownStart({ starts }: NodeFigures, format: Format) {
  return figuresOf(
    starts.filter((start) => start.format === format),
    own,
  );
}

function steepestGrowth(times: readonly number[]): number {
  return Math.max(...times.slice(1).map((time, index) => time / (times[index] ?? Number.NaN)));
}
