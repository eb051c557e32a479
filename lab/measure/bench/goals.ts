import { absolute, type NodeRun, ratio, spreadText } from "./statistics.ts";

/** What must be reached on each Node, by the median over the restarts: a line for each goal. */
export function goalsOf(node: NodeRun): { readonly line: string; readonly isReached: boolean }[] {
  const ours = (figure: string) => ratio(node, figure, "ours");
  const goals = [
    { what: "finalize, CPU time x fetch", found: ours("finalize CPU"), atMost: 0.9 },
    { what: "finalize, median time x fetch", found: ours("finalize median"), atMost: 1.05 },
    { what: "order of 10 lines, median time x fetch", found: ours("10 lines median"), atMost: 1.15 },
    { what: "64 callers, rate x fetch", found: ours("64 callers"), atLeast: ratio(node, "64 callers", "again").most },
    { what: "5,000 callers, rate x fetch", found: ours("5,000 callers"), atLeast: 1.2 },
    { what: "5,000 callers, sockets", found: absolute(node, "sockets", "ours"), atMost: 260 },
  ];
  return goals.map(({ what, found, atMost = Number.POSITIVE_INFINITY, atLeast = 0 }) => {
    const isReached = found.median <= atMost && found.median >= atLeast;
    const goal = atLeast > 0 ? `at least ${atLeast.toFixed(2)}` : `at most ${atMost}`;
    return { line: `${isReached ? "reached" : "MISSED"}: ${what} ${spreadText(found)}, ${goal}`, isReached };
  });
}
