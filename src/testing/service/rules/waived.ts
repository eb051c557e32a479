/** Rules that the service's contract does not show, and that a test can turn off in the fake. */
import { type Assumption, assumptions } from "../../../errors/assumptions.js";

export type Waived = ReadonlySet<Assumption>;

/** @throws TypeError if the list is not valid for the client's option `waive`. */
export function readWaived(names: readonly Assumption[] = []): Waived {
  if (Array.isArray(names) && names.every((name) => assumptions.includes(name))) return new Set(names);
  throw new TypeError(`waive must be a list of these names: ${assumptions.join(", ")}.`);
}
