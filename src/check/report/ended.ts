import type { PlannedRow } from "../captures/plan.js";
import type { CheckStopped, SentRequest } from "../gate.js";
import type { CheckRow, RowRun } from "../row.js";

/** A check that has ended. */
export interface Ended {
  readonly rows: readonly CheckRow[];
  readonly runs: readonly RowRun[];
  readonly planned: readonly PlannedRow[];
  readonly sent: readonly SentRequest[];
  readonly stopped: CheckStopped | undefined;
  readonly currencyCode: string;
  readonly durationMs: number;
  readonly exitCode: 0 | 1 | 2 | 3;
}
