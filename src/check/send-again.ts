import type { PaymentMethod } from "../index.js";
import { type PlannedRow, requiredRows } from "./captures/plan.js";
import type { CheckRow, RowRun } from "./row.js";

/**
 * Lists the methods of which the service does not accept a second finalization: all required rows are as assumed, without
 * the help of the merchant's options, a person has looked, and no row is unsafe.
 */
export function methodsToSendAgain(
  rows: readonly CheckRow[],
  runs: readonly RowRun[],
  planned: readonly PlannedRow[],
): readonly PaymentMethod[] {
  const assumed = rows.filter(({ verdict }) => verdict === "as_assumed").map(({ id }) => id);
  const helped = runs.filter(({ findings }) => findings.some(({ kind }) => kind === "unsafe")).map(({ id }) => id);
  const isShown = (id: string) => assumed.includes(id) && !helped.includes(id);
  if (!isShown("back_office") || rows.some(({ verdict }) => verdict === "unsafe")) return [];
  const methods = new Set(planned.map(({ paymentMethod }) => paymentMethod));
  return [...methods].filter((method) => requiredRows(method).every(isShown));
}
