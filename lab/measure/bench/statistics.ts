/** For each figure, and for each client by name, a sample of each round between two restarts of all processes. */
export type Samples = Record<string, Record<string, number[]>>;

export interface NodeRun {
  readonly version: string;
  readonly restarts: readonly Samples[];
}

/** Of one value for each restart. */
export type Spread = Readonly<Record<"median" | "least" | "most", number>>;

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [lower = Number.NaN, upper = lower] = sorted.slice((sorted.length - 1) >> 1);
  return sorted.length % 2 === 1 ? lower : (lower + upper) / 2;
}

function spread({ restarts }: NodeRun, of: (restart: Samples) => readonly number[]): Spread {
  const values = restarts.map((restart) => median(of(restart)));
  return { median: median(values), least: Math.min(...values), most: Math.max(...values) };
}

export const absolute = (node: NodeRun, figure: string, name: string): Spread =>
  spread(node, (samples) => samples[figure]?.[name] ?? []);

/** Divided by another client's figure round by round, because what slows a round down slows both. */
export const ratio = (node: NodeRun, figure: string, name: string, to = "fetch"): Spread =>
  spread(node, ({ [figure]: of = {} }) =>
    (of[name] ?? []).map((value, round) => value / (of[to]?.[round] ?? Number.NaN)),
  );

/** Whether a ratio is no difference: the same client in a second process was as far from 1. */
export function isNoise(node: NodeRun, figure: string, name: string): boolean {
  const { least, most } = ratio(node, figure, "again");
  const { median } = ratio(node, figure, name);
  return median >= Math.min(least, 1) && median <= Math.max(most, 1);
}

export const figureText = (value: number) =>
  value < 10 ? value.toFixed(2) : Math.round(value).toLocaleString("en-US");

/** "0.92 (0.88–0.95)": the median with the least and the most. */
export const spreadText = ({ median, least, most }: Spread) =>
  figureText(median) + (least === most ? "" : ` (${figureText(least)}–${figureText(most)})`);
