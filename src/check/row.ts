/** Writes the result of a row from what it has found, with the options to set. */
import type { Bench } from "./bench.js";
import { type CheckRow, type Finding, type Judged, type RowRun, words } from "./finding.js";
import { judgeKey } from "./status-keys.js";

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
    const what = found.notSentAgain?.length === 1 ? `${found.notSentAgain} is never` : "nothing is";
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

/** Whether the merchant's options leave out what a finding forbids to send again. */
const isLeftOut = ({ notSentAgain }: Judged, { payments }: Bench) =>
  notSentAgain?.every((method) => !payments.sendAgain.includes(method));

/** Writes the fields of `PaymentClientOptions` to replace, each whole; none where nothing is to be set. */
export function fieldsToSet(found: readonly Judged[], bench: Bench): readonly string[] {
  const { options, payments } = bench;
  const fields: string[] = [];
  const keys = Object.assign({}, ...found.map(({ statusKeys }) => statusKeys));
  const pairs = Object.entries({ ...options.statusKeys, ...keys }).map(([key, meaning]) => {
    return `${/^[A-Za-z]\w*$/.test(key) ? key : JSON.stringify(key)}: "${meaning}"`;
  });
  if (Object.keys(keys).length > 0) fields.push(`statusKeys: { ${pairs.join(", ")} }`);
  const waived = found.flatMap(({ waive = [] }) => waive);
  if (waived.length > 0) fields.push(`waive: ${list([...(options.waive ?? []), ...waived])}`);
  const { sendAgain } = payments;
  const left = sendAgain.filter((method) => !found.some(({ notSentAgain }) => notSentAgain?.includes(method)));
  const noLookUp = found.some((each) => each.noLookUp);
  const lookUp = payments.lookUp === undefined || noLookUp ? "" : ", lookUp";
  if (left.length < sendAgain.length || noLookUp) fields.push(`resolve: { sendAgain: ${list(left)}${lookUp} }`);
  return fields;
}

const list = (texts: readonly string[]) => `[${[...new Set(texts)].map((text) => JSON.stringify(text)).join(", ")}]`;
