import { ratio } from "./calls.ts";
import { own } from "./contestants.ts";
import type { Figures, NodeFigures } from "./figures.ts";
import type { Spread } from "./statistics.ts";
import type { CaseName } from "./workload.ts";

/** What a figure must reach, by its median over the restarts. */
export interface Goal {
  readonly what: string;
  readonly atMost?: number;
  readonly atLeast?: number;
  /** Undefined if it was not measured. */
  readonly figure: (on: NodeFigures, all: Figures) => Spread | undefined;
}

export function isReached({ atMost, atLeast }: Goal, { median }: Spread): boolean {
  return median <= (atMost ?? Number.POSITIVE_INFINITY) && median >= (atLeast ?? 0);
}

export const goals: readonly Goal[] = [
  {
    what: "`finalize`, median time x fetch",
    atMost: 1.05,
    figure: ({ calls }) => ratio(calls.finalize, "p50", own),
  },
  {
    what: "order of ten lines, median time x fetch",
    atMost: 1.1,
    figure: ({ calls }) => ratio(calls.order10, "p50", own),
  },
  {
    what: "`finalize`, median time x the fastest SDK on fetch",
    atMost: 1,
    figure: (on, all) => besideFastestSdk("finalize", on, all),
  },
  {
    what: "order of ten lines, median time x the fastest SDK on fetch",
    atMost: 1,
    figure: (on, all) => besideFastestSdk("order10", on, all),
  },
  {
    what: "`finalize`, 64 callers at once, calls per second x fetch",
    atLeast: 1.1,
    figure: ({ calls }) => ratio(calls.finalize, "perSecond", own),
  },
  {
    what: "order of ten lines, 64 callers at once, calls per second x fetch",
    atLeast: 1.1,
    figure: ({ calls }) => ratio(calls.order10, "perSecond", own),
  },
  {
    what: "order of 1,000 lines, median time x the earlier build",
    atMost: 3,
    figure: ({ calls }, { earlier }) => earlier && ratio(calls.order1000, "p50", own, earlier),
  },
];

function besideFastestSdk(name: CaseName, { calls }: NodeFigures, { contestants }: Figures): Spread | undefined {
  return contestants
    .filter(({ sdkOnFetch }) => sdkOnFetch)
    .map((sdk) => ratio(calls[name], "p50", own, sdk))
    .sort((a, b) => b.median - a.median)[0];
}
