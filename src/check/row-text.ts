/** Writes the result of a row from what it has found. */
import type { CheckRow, CheckVerdict, Judged, RowRun } from "./row.js";
import { fieldsToSet, type Given, isLeftOut, type Setting } from "./settings.js";
import { judgeKey, type KeySighting } from "./status-keys.js";

/** From the worst to the least. */
const verdicts: readonly CheckVerdict[] = ["unsafe", "differs", "not_checked"];

const words = { unsafe: "UNSAFE", differs: "differs", not_checked: "not checked", as_assumed: "as assumed" };

/** What the rows show together: the keys that all of them saw, beside what the merchant's options say. */
export interface Context {
  readonly given: Given;
  readonly sightings: readonly KeySighting[];
}

export function contextOf(runs: readonly RowRun[], given: Given): Context {
  const found = runs.flatMap(({ findings }) => findings);
  return { given, sightings: found.flatMap((each) => (each.kind === "key" ? each.sighting : [])) };
}

/** What a row has found, after its keys are judged and the merchant's options are considered. */
export function judgedFindings({ findings }: RowRun, { given, sightings }: Context): readonly Judged[] {
  return findings.map((each) => {
    const found = each.kind === "key" ? judgeKey(each.sighting, sightings) : each;
    if (found.kind !== "unsafe" || found.isLasting || !isLeftOut(found.set, given)) return found;
    return { kind: "as_assumed", why: `sendAgain leaves it out, because ${found.why}` };
  });
}

export const settingsIn = (found: readonly Judged[]): readonly Setting[] =>
  found.flatMap((each) => ("set" in each && each.set !== undefined ? each.set : []));

export function rowOf(run: RowRun, context: Context): CheckRow {
  const found = judgedFindings(run, context);
  const verdict = verdicts.find((each) => found.some(({ kind }) => kind === each)) ?? "as_assumed";
  const { id, stage, name, seen } = run;
  return { id, stage, name, verdict, result: resultText(verdict, found, context.given), seen: seen.join("; ") };
}

function resultText(verdict: CheckVerdict, found: readonly Judged[], given: Given): string {
  const fields = fieldsToSet(settingsIn(found), given).map((field) => `set ${field}`);
  const needs = found.flatMap((each) => (each.kind === "not_checked" ? `needs ${each.needs}` : []));
  const whys = found.flatMap((each) => ("why" in each && each.why ? each.why : []));
  const told = [...fields, ...whys, ...needs].join("; ");
  if (told === "") return words[verdict];
  return verdict === "as_assumed" ? `${words[verdict]} (${told})` : `${words[verdict]}: ${told}`;
}
