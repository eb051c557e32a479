import type { Way } from "../support/way.js";
import type { Observation } from "./observe.js";

/** What the summary over several Nodes counts of a row. */
export interface TalliedFault {
  readonly way: Way;
  /** Reported as not sent, although a byte of the request was written or arrived. This must never happen. */
  readonly isFalselyUnsent: boolean;
  /** Reported as unknown, although nothing arrived. */
  readonly isUnproven: boolean;
  /** Reported as unknown, although nothing was written. */
  readonly isUnwritten: boolean;
}

declare module "vitest" {
  interface TaskMeta {
    faults?: readonly TalliedFault[];
  }
}

export function hasLeft({ verdict, requestsWritten, bytesWritten }: Observation): boolean {
  return verdict.saw !== "none" || requestsWritten > 0 || bytesWritten > 0;
}

export function isUnproven({ verdict }: Observation): boolean {
  return verdict.outcome === "unknown" && verdict.saw === "none";
}

export function tallied(observed: Observation, way: Way): TalliedFault {
  return {
    way,
    isFalselyUnsent: observed.verdict.outcome === "not_sent" && hasLeft(observed),
    isUnproven: isUnproven(observed),
    isUnwritten: isUnproven(observed) && !hasLeft(observed),
  };
}
