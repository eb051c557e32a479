import type { Assumption } from "./schema.js";

/** What a client was told about rules that the service's published contract leaves open. */
export interface Rules {
  /** Most decimals that a total may have; `"any"` checks none. */
  readonly amountDecimals: number | "any";
  /** The field that holds a line's total; `false` turns the sum rule off. */
  readonly lineItemTotal: string | false;
  readonly waived: ReadonlySet<Assumption>;
}
