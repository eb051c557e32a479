/** Writes the result of a row from what it has found. */
import type { CheckRow, CheckVerdict, Judged, KeySighting, RowRun } from "./row.js";
import { fieldsToSet, type Given, isLeftOut, type Setting } from "./settings.js";
import { judgeKey } from "./status-keys.js";

/** From the worst to the least. */
export const verdicts: readonly CheckVerdict[] = ["unsafe", "differs", "not_checked", "as_assumed"];

export const words = { unsafe: "UNSAFE", differs: "differs", not_checked: "not checked", as_assumed: "as assumed" };

/** What the rows show together: the keys that all of them saw, beside what the merchant's options say. */
export interface Context {
  readonly given: Given;
  readonly sightings: readonly KeySighting[];
}

export function contextOf(runs: readonly RowRun[], given: Given): Context {
  const found = runs.flatMap(({ findings }) => findings);
  return { given, sightings: found.filter((each) => each.kind === "key") };
}

/** What a row has found, after its keys are judged and the merchant's options are considered. */
export function judgedFindings({ findings }: RowRun, { given, sightings }: Context): readonly Judged[] {
  return findings.map((each) => {
    const found = each.kind === "key" ? judgeKey(each, sightings) : each;
    if (found.kind !== "unsafe" || found.isLasting || !isLeftOut(found.set, given)) return found;
    const { notSentAgain } = found.set;
    const what = notSentAgain === "all" ? "nothing is" : `${notSentAgain} is never`;
    return { kind: "as_assumed", why: `${what} sent again, and ${found.why}`, isByOptions: true };
  });
}

export const settingsIn = (found: readonly Judged[]): readonly Setting[] =>
  found.flatMap((each) => ("set" in each && each.set !== undefined ? each.set : []));

export function rowOf(run: RowRun, context: Context): CheckRow {
  const found = judgedFindings(run, context);
  const verdict = verdicts.find((each) => found.some(({ kind }) => kind === each)) as CheckVerdict;
  const { id, stage, name, seen } = run;
  return { id, stage, name, verdict, result: resultText(verdict, found, context.given), seen: seen.join("; ") };
}

function resultText(verdict: CheckVerdict, found: readonly Judged[], given: Given): string {
  const fields = fieldsToSet(settingsIn(found), given).map((field) => `set ${field}`);
  const whys = found.flatMap(({ why }) => why || []);
  const told = [...fields, ...whys].join("; ");
  if (told === "") return words[verdict];
  if (verdict !== "as_assumed") return `${words[verdict]}: ${told}`;
  const isByOptions = found.some((each) => "isByOptions" in each);
  return isByOptions ? `safe with your options: ${told}` : `${words.as_assumed} (${told})`;
}
