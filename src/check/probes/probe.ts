import type { Bench } from "../bench.js";
import type { Finding } from "../row.js";

/** A row of the check: what it sends, and what the responses say. */
export interface Probe {
  readonly id: string;
  readonly name: string;
  /** @throws CheckStopped if the check must end. */
  run(bench: Bench): Promise<readonly Finding[]>;
}
