/** The end of the report: what was found, and what to do next. */
import { type PlannedRow, templateOf } from "../captures/plan.js";
import type { SentRequest } from "../gate.js";
import type { CheckRow, CheckVerdict, RowRun } from "../row.js";
import { type Context, judgedFindings, settingsIn } from "../row-text.js";
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
  readonly stopped: string | undefined;
  readonly currencyCode: string;
  readonly durationMs: number;
  readonly exitCode: 0 | 1 | 2 | 3;
}

export function endingOf(ended: Ended, context: Context): readonly Section[] {
  return [
    summary(ended),
    ...stopped(ended),
    ...changed(ended),
    ...toSet(ended, context),
    ...mayBeListed(ended, context),
    ...incomplete(ended),
  ];
}

function summary({ rows, sent, durationMs, exitCode }: Ended): Section {
  const counts = Object.entries(words).flatMap(([verdict, [one, more]]) => {
    const count = rows.filter((row) => row.verdict === verdict).length;
    return count === 0 ? [] : `${count} ${count === 1 ? one : more}`;
  });
  const requests = `${sent.length} ${sent.length === 1 ? "request" : "requests"}`;
  const seconds = (durationMs / 1_000).toFixed(1);
  return {
    text: `${rows.length} rows: ${counts.join(", ")}. ${requests} in ${seconds} s. Exit code ${exitCode}: ${exitCodes[exitCode]}.`,
  };
}

const exitCodes = ["as assumed, or set by your options", "differs", "unsafe", "it could not run to its end"] as const;

/** Of one row, and of more. */
const words: Readonly<Record<CheckVerdict, readonly [string, string]>> = {
  as_assumed: ["as assumed", "as assumed"],
  differs: ["differs", "differ"],
  unsafe: ["unsafe", "unsafe"],
  not_checked: ["not checked", "not checked"],
};

function stopped({ stopped: reason, sent }: Ended): readonly Section[] {
  if (reason === undefined) return [];
  const items = sent.map(({ method, path, response = "no response" }) => `${method} ${path}: ${response}`);
  return [{ heading: "Stopped", text: `${reason}. Until then, the check had sent:`, items }];
}

function changed({ rows, printed }: Ended): readonly Section[] {
  const others = rows.filter(({ result }, index) => result !== printed[index]?.result);
  if (others.length === 0) return [];
  return [{ heading: "Changed by later rows", items: others.map(({ name, result }) => `${name}: ${result}`) }];
}

function toSet({ runs }: Ended, context: Context): readonly Section[] {
  const settings = runs.flatMap((run) => settingsIn(judgedFindings(run, context)));
  const fields = fieldsToSet(settings, context.given);
  if (fields.length === 0) return [];
  const paste = { heading: "Set these options", text: "Replace these fields in the options of PaymentClient:" };
  const isDeclared = settings.some(({ statusKeys }) => statusKeys !== undefined);
  return [{ ...paste, code: fields.map((field) => `${field},`) }, ...(isDeclared ? [ASK_FIRST] : [])];
}

const ASK_FIRST: Section = {
  text: 'Before you declare a key as "rejected" or "merchant", ask the service whether it did nothing whenever this key comes. If not, an amount can be captured twice.',
};

function mayBeListed({ rows, runs, planned }: Ended, { given }: Context): readonly Section[] {
  const methods = methodsToSendAgain(rows, runs, planned).filter((method) => !given.sendAgain.includes(method));
  if (methods.length === 0) return [];
  const because = "because the service rejected a second finalization, or repeated its response";
  const ask = "First ask the service whether captures of one authorization can be more than 115 % of it.";
  return [{ text: `You may add ${methods.join(", ")} to resolve: { sendAgain }, ${because}. ${ask}` }];
}

function incomplete({ rows, planned, currencyCode }: Ended): readonly Section[] {
  if (!rows.some(({ stage, verdict }) => stage === 2 && verdict === "not_checked")) return [];
  const code = templateOf(planned, currencyCode);
  const missing = { text: MISSING, code };
  return [STAGE_TWO, ...(code.length === 0 ? [] : [missing])];
}

const MISSING =
  "Let a person make these authorizations in the test environment, and fill them in. The option paymentMethods leaves out the methods that you do not accept:";

const STAGE_TWO: Section = {
  heading: "Stage two is not complete",
  text: "Without stage two, the check finds no service that captures twice. Of 19 test services at which earlier rules were not safe, stage one found none, and both stages found 13. Complete stage two before you go live.",
};
