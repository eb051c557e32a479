/** Writes the result of a row from what it has found. */
import type { CheckRow, Judged, KeySighting, RowRun } from "./row.js";
import { fieldsToSet, type Given, isLeftOut, type Setting } from "./settings.js";
import { judgeKey } from "./status-keys.js";

/** From the worst to the least. */
export const words = {
  unsafe: "UNSAFE",
  differs: "differs",
  not_checked: "not checked",
  safe: "safe with your options",
  as_assumed: "as assumed",
};

const kinds = Object.keys(words) as readonly Judged["kind"][];

/** What the rows show together: the keys that all of them saw, beside what the merchant's options say. */
export interface Context {
  readonly given: Given;
  readonly sightings: readonly KeySighting[];
  /** Whether a later row can show another meaning of a key. */
  readonly isOpen: boolean;
}

export function contextOf(runs: readonly RowRun[], given: Given, isOpen = false): Context {
  const found = runs.flatMap(({ findings }) => findings);
  return { given, sightings: found.filter((each) => each.kind === "key"), isOpen };
}

/** What a row has found, after its keys are judged and the merchant's options are considered. */
export function judgedFindings({ findings }: RowRun, { given, sightings }: Context): readonly Judged[] {
  return findings.map((each) => {
    const found = each.kind === "key" ? judgeKey(each, sightings) : each;
    if (found.kind !== "unsafe" || found.isLasting || !isLeftOut(found.set, given)) return found;
    const { notSentAgain } = found.set;
    const what = notSentAgain === "all" ? "nothing is" : `${notSentAgain} is never`;
    return { kind: "safe", why: `${found.why}, but ${what} sent again` };
  });
}

export const settingsIn = (found: readonly Judged[]): readonly Setting[] =>
  found.flatMap((each) => ("set" in each ? each.set : []));

export function rowOf(run: RowRun, context: Context): CheckRow {
  const found = judgedFindings(run, context);
  const kind = kinds.find((each) => found.some((finding) => finding.kind === each)) as Judged["kind"];
  const verdict = kind === "safe" ? "as_assumed" : kind;
  const { id, stage, name, seen } = run;
  return { id, stage, name, verdict, result: resultText(words[kind], found, context), seen: seen.join("; ") };
}

function resultText(word: string, found: readonly Judged[], { given, isOpen }: Context): string {
  const unlessIn = (field: string) =>
    isOpen && field.startsWith("statusKeys") ? ", unless a later row corrects this" : "";
  const fields = fieldsToSet(settingsIn(found), given).map((field) => `set ${field}${unlessIn(field)}`);
  const told = [...fields, ...found.map(({ why }) => why)].filter(Boolean).join("; ");
  if (told === "") return word;
  return word === words.as_assumed ? `${word} (${told})` : `${word}: ${told}`;
}
