/** Rules that the service's contract does not show, and that a test can turn off in the fake. */
import type { Assumption } from "../../../errors/assumptions.js";

export type Waived = ReadonlySet<Assumption>;
