import type { PaymentMethod } from "../index.js";
import { requiredRows } from "./captures/plan.js";
import { purposes } from "./captures/purposes.js";
import type { Ended } from "./report/ended.js";
import type { Section } from "./report/report.js";
import { words } from "./row-text.js";
import { type Given, resolveField } from "./settings.js";

/**
 * Says which other methods `sendAgain` may list, because the service does not accept a second finalization of them: all
 * required rows are as assumed, without the help of the merchant's options, and a person has looked. No row may forbid to
 * send anything again, not even one that the options make safe.
 */
export function sendAgainHint({ rows, runs, planned }: Ended, { sendAgain, hasLookUp }: Given): readonly Section[] {
  const found = runs.flatMap(({ findings }) => findings);
  if (found.some((each) => each.kind === "unsafe" && each.set.notSentAgain === "all")) return [];
  const isShown = (row: string) => rows.some(({ id, result }) => id === row && result.startsWith(words.as_assumed));
  const all = [...new Set(planned.map(({ paymentMethod }) => paymentMethod))];
  const shown = all.filter((method) => !sendAgain.includes(method) && requiredRows(method).every(isShown));
  if (shown.length === 0 || !isShown("back_office")) return [];
  const isLimitOpen = (method: PaymentMethod) => purposes.parts.methods.includes(method) && !isShown(`parts_${method}`);
  const asks = shown
    .filter(isLimitOpen)
    .map((method) => ` First ask whether captures by ${method} can exceed 115 % of the authorization.`);
  const field = resolveField([...sendAgain, ...shown], hasLookUp);
  const why = "the service captured nothing beyond the whole amount, and only all that is left is ever sent again";
  return [{ text: `You may use ${field}: ${why}.${asks.join("")}` }];
}
