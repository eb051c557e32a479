/** What the workers tell of their calls, counted by outcome. Best effort: a worker that is killed tells no more. */
import { createHistogram, type RecordableHistogram } from "node:perf_hooks";
import { printTable } from "./print-table.ts";

export interface CallMessage {
  readonly kind: "call";
  readonly outcome: string;
  /** Undefined for an attempt that another follows. */
  readonly durationMs: number | undefined;
}

export class CallMetrics {
  readonly #counts = new Map<string, number>();
  readonly #durations = new Map<string, RecordableHistogram>();

  add({ outcome, durationMs }: CallMessage): void {
    this.#counts.set(outcome, (this.#counts.get(outcome) ?? 0) + 1);
    if (durationMs === undefined) return;
    const histogram = this.#durations.get(outcome) ?? createHistogram();
    this.#durations.set(outcome, histogram);
    histogram.record(Math.max(1, Math.round(durationMs)));
  }

  print(): void {
    if (this.#counts.size === 0) return;
    const rows = [...this.#counts].map(([outcome, count]) => {
      const histogram = this.#durations.get(outcome);
      const ms = [50, 99, 100].map((p) => (histogram === undefined ? "" : `${histogram.percentile(p)} ms`));
      return [outcome, String(count), ...ms];
    });
    printTable(["calls", "number", "median", "99 %", "longest"], rows);
  }
}
