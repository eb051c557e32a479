import type { Restart } from "./calls.ts";
import type { Contestant } from "./contestants.ts";
import type { Starter } from "./starts.ts";
import type { CaseName } from "./workload.ts";

/** Everything measured on one Node. */
export interface NodeFigures {
  /** As in "Node 24.21.0". */
  readonly version: string;
  readonly calls: Readonly<Record<CaseName, Restart[]>>;
  readonly starters: readonly Starter[];
}

/** Everything measured in one run. */
export interface Figures {
  readonly contestants: readonly Contestant[];
  /** The build to be compared with, if one was given. */
  readonly earlier: Contestant | undefined;
  readonly nodes: readonly NodeFigures[];
  readonly sizesKb: Readonly<Record<"own" | "stripe", number>>;
}
