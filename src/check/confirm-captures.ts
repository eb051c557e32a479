import { nameOf } from "./captures/authorization-name.js";
import { amountsOf, type PlannedRow } from "./captures/plan.js";
import type { CheckServiceOptions } from "./options.js";
import type { Report } from "./report/report.js";
import type { Terminal } from "./terminal.js";

/** Lists the captures and asks for them. Returns what is missing; undefined if they may be sent. */
export async function confirmCaptures(
  { confirmCaptures }: CheckServiceOptions,
  planned: readonly PlannedRow[],
  report: Report,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<string | undefined> {
  const authorizations = planned.flatMap(({ authorization }) => authorization ?? []);
  if (authorizations.length === 0) return undefined;
  const items = authorizations.map(
    (each) => `${nameOf(each)}: ${amountsOf(each).join(", then ")} ${each.currencyCode}`,
  );
  report.section({ text: "These are captures. In production, they would move money:", items });
  if (!terminal.canAsk) return confirmCaptures ? undefined : "the option confirmCaptures: true";
  const typed = await terminal.ask('Type "capture" to send them: ', signal);
  return typed === "capture" ? undefined : "your confirmation of the captures";
}
