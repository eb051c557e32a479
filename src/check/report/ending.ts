/** The end of the report: what was found, and what to do next. */
import { type PlannedRow, templateOf } from "../captures/plan.js";
import { type CheckStopped, NO_RESPONSE, NOT_SENT, type SentRequest } from "../gate.js";
import type { CheckRow, CheckVerdict, RowRun } from "../row.js";
import { type Context, judgedFindings, settingsIn, verdicts, words } from "../row-text.js";
import { methodsToSendAgain } from "../send-again.js";
import { fieldsToSet } from "../settings.js";
import type { Section } from "./report.js";

/** A check that has ended. */
export interface Ended {
  readonly rows: readonly CheckRow[];
  /** The rows as they were printed, before later rows had run. */
  readonly printed: readonly CheckRow[];
  readonly runs: readonly RowRun[];
  readonly planned: readonly PlannedRow[];
  readonly sent: readonly SentRequest[];
  readonly stopped: CheckStopped | undefined;
  readonly currencyCode: string;
  readonly durationMs: number;
  readonly exitCode: 0 | 1 | 2 | 3;
}

/** The options come last, or why the check stopped. */
export function endingOf(ended: Ended, context: Context): readonly Section[] {
  const parts = [summary(ended), changed(ended), mayBeListed(ended, context), incomplete(ended)];
  return [...parts.flat(), ...toSet(ended, context), ...stopped(ended)];
}

function summary({ rows, sent, durationMs, exitCode }: Ended): Section {
  const countOf = (verdict: CheckVerdict) => rows.filter((row) => row.verdict === verdict).length;
  const counts = verdicts.flatMap((verdict) => (countOf(verdict) > 0 ? `${words[verdict]}: ${countOf(verdict)}` : []));
  const requests = plural(sent.filter(({ end }) => end !== NOT_SENT).length, "request");
  const seconds = (durationMs / 1_000).toFixed(1);
  const unchecked = countOf("not_checked");
  const isIncomplete = exitCode === 0 && unchecked > 0;
  const meaning = isIncomplete ? `no row differs, ${plural(unchecked, "row")} not checked` : exitCodes[exitCode];
  const found = `${plural(rows.length, "row")} (${counts.join(", ")}). ${requests} in ${seconds} s.`;
  return { text: `${found} Exit code ${exitCode}: ${meaning}.` };
}

const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? "" : "s"}`;

const exitCodes = ["as assumed, or set by your options", "differs", "unsafe", "it could not run to its end"] as const;

function changed({ rows, printed }: Ended): readonly Section[] {
  const others = rows.filter(({ result }, index) => result !== printed[index]?.result);
  if (others.length === 0) return [];
  return [{ heading: "Changed by later rows", items: others.map(({ name, result }) => `${name}: ${result}`) }];
}

function mayBeListed({ rows, runs, planned }: Ended, { given }: Context): readonly Section[] {
  const methods = methodsToSendAgain(rows, runs, planned).filter((method) => !given.sendAgain.includes(method));
  if (methods.length === 0) return [];
  const because = "because the service rejected a second finalization, or repeated its response";
  const ask = "First ask the service whether captures of one authorization can be more than 115 % of it.";
  return [{ text: `You may add ${methods.join(", ")} to resolve: { sendAgain }, ${because}. ${ask}` }];
}

function incomplete({ rows, planned, stopped, currencyCode }: Ended): readonly Section[] {
  const isIncomplete = rows.some(({ stage, verdict }) => stage === 2 && verdict === "not_checked");
  if (stopped !== undefined || !isIncomplete) return [];
  const code = templateOf(planned, currencyCode);
  const missing = { text: MISSING, code };
  return [STAGE_TWO, ...(code.length === 0 ? [] : [missing])];
}

const MISSING =
  "Let a person make these authorizations in the test environment, and add them to the list in check.ts. Each serves one run. The option paymentMethods leaves out the methods that you do not accept:";

const STAGE_TWO: Section = {
  heading: "Stage two is not complete",
  text: "Stage one captures nothing, so it finds no service that captures twice. Complete stage two before you go live: its rows say what they need.",
};

function toSet({ runs }: Ended, context: Context): readonly Section[] {
  const settings = runs.flatMap((run) => settingsIn(judgedFindings(run, context)));
  const fields = fieldsToSet(settings, context.given);
  if (fields.length === 0) return [];
  const meanings = settings.flatMap(({ statusKeys = {} }) => Object.values(statusKeys));
  const isTrusted = meanings.some((meaning) => meaning === "rejected" || meaning === "merchant");
  const lines = fields.map((field) => `  ${field},${field.endsWith(", lookUp }") ? " // your lookUp, unchanged" : ""}`);
  const paste = { text: "In payments.ts, replace these fields of options:", code: ["{", ...lines, "}"] };
  return [{ heading: "Set these options", ...(isTrusted && { text: ASK_FIRST }) }, paste];
}

const ASK_FIRST =
  'Before you declare a key as "rejected" or "merchant", ask the service whether it did nothing whenever this key comes. If not, an amount can be captured twice.';

function stopped({ stopped: why, sent, planned }: Ended): readonly Section[] {
  if (why === undefined) return [];
  const ids = planned.map(({ authorization }) => authorization?.transactionId);
  const isOpen = ({ path, end }: SentRequest) =>
    end === NO_RESPONSE && ids.some((id) => path.includes(`/${id}/finalize/`));
  const items = sent.map(({ method, path, end }) => `${method} ${path}: ${end}`);
  return [
    { heading: "Stopped", text: `The check stopped: ${why.message}.` },
    { text: "Its requests until then:", items },
    { text: sent.some(isOpen) ? `${LOOK} ${why.next}` : why.next },
  ];
}

const LOOK =
  "The capture without a response may have been made: look it up in the back office, and list a new authorization.";
