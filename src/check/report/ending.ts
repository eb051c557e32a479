/** The end of the report: what was found, and what to do next. */
import { nameOf } from "../captures/authorization-name.js";
import { NOT_SENT } from "../gate.js";
import { type Context, contextOf, rowOf, words } from "../row-text.js";
import type { Ended } from "./ended.js";
import type { Section } from "./report.js";
import { whyStopped } from "./stopped.js";
import { optionsToSet, verdictOf } from "./verdict.js";

/** The verdict comes last, with the options to set, or why the check stopped. */
export function endingOf(ended: Ended, context: Context): readonly Section[] {
  const options = optionsToSet(ended, context);
  const { stopped } = ended;
  const last = stopped ? [...options, ...whyStopped(ended, stopped)] : [...verdictOf(ended, context), ...options];
  return [summary(ended), corrections(ended, context), authorizations(ended), ...last];
}

function summary({ rows, sent, durationMs, exitCode }: Ended): Section {
  const countOf = (word: string) => rows.filter(({ result }) => result.startsWith(word)).length;
  const counts = Object.values(words).flatMap((word) => (countOf(word) > 0 ? `${word}: ${countOf(word)}` : []));
  const requests = sent.filter(({ end }) => end !== NOT_SENT).length;
  const found = `Rows: ${rows.length} (${counts.join(", ")}). Requests: ${requests} in ${(durationMs / 1_000).toFixed(1)} s.`;
  return { text: `${found} Exit code ${exitCode}: ${exitCodes[exitCode]}.` };
}

const exitCodes = ["no row differs", "a row differs", "a row is UNSAFE", "the check stopped"] as const;

/** The rows that later rows have changed since they were printed. */
function corrections({ rows, runs }: Ended, { given }: Context): Section {
  const printed = runs.map((run, index) => rowOf(run, contextOf(runs.slice(0, index + 1), given)).result);
  const others = rows.filter(({ result }, index) => result !== printed[index]);
  const items = others.map(({ name, result }) => `${name}: ${result}`);
  return { heading: "Corrections", text: "These results replace those above:", items };
}

/** Each authorization serves one run. */
function authorizations({ planned, sent }: Ended): Section {
  const used = sent.filter(({ end }) => end !== NOT_SENT).map(({ transactionId }) => transactionId);
  const given = planned.flatMap(({ authorization }) => authorization ?? []);
  const groups = Object.groupBy(given, (each) => (used.includes(each.transactionId) ? "used" : "still good"));
  const items = Object.entries(groups).map(([which, those]) => `${which}: ${those.map(nameOf).join(", ")}`);
  return { text: "Authorizations, each for one run:", items };
}
