/** Writes the result of a row from what it has found, with the options to set. */
import type { PaymentMethod } from "../index.js";
import type { Bench } from "./bench.js";
import { type Finding, type Judged, type RowRun, words } from "./finding.js";
import { judgeKey } from "./status-keys.js";

/**
 * How a row ended.
 *
 * - `as_assumed`: the service does what the client assumes, or what your options say.
 * - `differs`: an option must be set, or the result says what to know.
 * - `unsafe`: until you act, money can move twice, or your books can be wrong.
 * - `not_checked`: the result says what the row needs.
 */
export type CheckVerdict = "as_assumed" | "differs" | "unsafe" | "not_checked";

/** One row of the report of {@link checkService}. */
export interface CheckRow {
  /** The same in every run, for a program that compares runs. */
  readonly id: string;
  readonly stage: 1 | 2;
  readonly name: string;
  readonly verdict: CheckVerdict;
  /** `as assumed`, `safe with your options: …`, `differs: set …`, `UNSAFE: set …` or `not checked: needs …`. */
  readonly result: string;
  /** What the responses showed, in short. */
  readonly seen: string;
}

/** What a row sends, and what the responses say. */
export interface Probe extends Pick<CheckRow, "id" | "name"> {
  /** @throws CheckStopped if the check must end. */
  run(bench: Bench): Promise<Finding | readonly Finding[]>;
}

const kinds = Object.keys(words) as readonly Judged["kind"][];

/** What a row has found, beside the keys that all rows saw and what the merchant's options say. */
export function judged({ findings }: RowRun, bench: Bench): readonly Judged[] {
  const sightings = bench.runs.flatMap((run) => run.findings).filter((each) => each.kind === "key");
  return findings.map((each) => {
    const found = each.kind === "key" ? judgeKey(each, sightings, bench.options.statusKeys) : each;
    if (found.kind !== "unsafe" || found.isLasting || !isLeftOut(found, bench)) return found;
    const what = found.notSentAgain === "all" ? "nothing is" : `${found.notSentAgain} is never`;
    return { kind: "safe", why: `${found.why}, but ${what} sent again` };
  });
}

export function rowOf(run: RowRun, bench: Bench): CheckRow {
  const found = judged(run, bench);
  const kind = kinds.find((each) => found.some((finding) => finding.kind === each)) ?? "as_assumed";
  const set = fieldsToSet(found, bench).map((field) => `set ${field}`);
  const told = [...set, ...new Set(found.map(({ why }) => why))].filter(Boolean).join("; ");
  const text = told && (kind === "as_assumed" ? ` (${told})` : `: ${told}`);
  const { findings, ...others } = run;
  return { ...others, verdict: kind === "safe" ? "as_assumed" : kind, result: `${words[kind]}${text}` };
}

/** Whether later rows can show more of its status keys. */
export const isOpen = (run: RowRun | undefined, { verdict }: CheckRow) =>
  verdict !== "as_assumed" && run?.findings.some((each) => each.kind === "key" && each.situation !== "valid");

/** Whether the merchant's options leave out what a finding forbids to send again. */
function isLeftOut({ notSentAgain }: Judged, { payments: { sendAgain } }: Bench): boolean {
  if (notSentAgain === undefined) return false;
  return notSentAgain === "all" ? sendAgain.length === 0 : !sendAgain.includes(notSentAgain);
}

/** Writes the fields of `PaymentClientOptions` to replace, each whole; none where nothing is to be set. */
export function fieldsToSet(found: readonly Judged[], bench: Bench): readonly string[] {
  const { options, payments } = bench;
  const fields: string[] = [];
  const keys = Object.assign({}, ...found.map(({ statusKeys }) => statusKeys));
  const pairs = Object.entries({ ...options.statusKeys, ...keys }).map(([key, meaning]) => {
    return `${/^[A-Za-z]\w*$/.test(key) ? key : JSON.stringify(key)}: "${meaning}"`;
  });
  if (Object.keys(keys).length > 0) fields.push(`statusKeys: { ${pairs.join(", ")} }`);
  for (const name of ["waive", "extraFields"] as const) {
    const added = found.flatMap((each) => each[name] ?? []);
    if (added.length > 0) fields.push(`${name}: ${list([...(options[name] ?? []), ...added])}`);
  }
  const forbidden = found.flatMap((each) => (isLeftOut(each, bench) ? [] : (each.notSentAgain ?? [])));
  const noLookUp = found.some((each) => each.noLookUp);
  if (forbidden.length === 0 && !noLookUp) return fields;
  const left = payments.sendAgain.filter((method) => !forbidden.includes("all") && !forbidden.includes(method));
  return [...fields, resolveField(left, payments.lookUp !== undefined && !noLookUp)];
}

export const resolveField = (sendAgain: readonly PaymentMethod[], hasLookUp: boolean) =>
  `resolve: { sendAgain: ${list(sendAgain)}${hasLookUp ? ", lookUp" : ""} }`;

const list = (texts: readonly string[]) => `[${[...new Set(texts)].map((text) => JSON.stringify(text)).join(", ")}]`;
