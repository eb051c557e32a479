/** Whether the check is complete, whether the merchant can go live, and which options to set before. */
import { templateOf } from "../captures/plan.js";
import type { CheckRow, RowRun } from "../row.js";
import { type Context, judgedFindings, settingsIn, words } from "../row-text.js";
import { sendAgainHint } from "../send-again.js";
import { fieldsToSet } from "../settings.js";
import type { Ended } from "./ended.js";
import type { Section } from "./report.js";

/** A row of stage one can be impossible at a service, so that the check is complete without it. */
const isOpen = ({ stage, findings }: RowRun) => stage === 2 && findings.some(({ kind }) => kind === "not_checked");

export function verdictOf(ended: Ended, { given }: Context): readonly Section[] {
  const { rows, runs, planned, currencyCode } = ended;
  const open = runs.filter(isOpen).map(({ id }) => id);
  const isToSet = ({ result }: CheckRow) => result.startsWith(`${words.differs}: set `);
  const against = rows.filter((row) => row.verdict === "unsafe" || isToSet(row) || open.includes(row.id));
  if (against.length === 0) {
    const others = rows.filter(({ verdict }) => verdict !== "as_assumed");
    return [
      { heading: "The check is complete: you can go live", text: ASK },
      { text: "Go live only if you accept these rows:", items: others.map(named) },
      ...sendAgainHint(ended, given),
    ];
  }
  const [not, why] = open.length > 0 ? ["not ", INCOMPLETE] : ["", ""];
  const text = `${why}These rows keep you from going live:`;
  return [
    { heading: `The check is ${not}complete: do not go live yet`, text, items: against.map(named) },
    { text: MISSING, code: templateOf(planned, currencyCode) },
  ];
}

const named = ({ name, verdict }: CheckRow) => `${words[verdict]}: ${name}`;

const ASK = 'First, ask the service about each fact that the go-live guide marks "ask".';

const INCOMPLETE = "Until stage two is complete, the check can miss a service that captures twice. ";

const MISSING =
  "Make these authorizations in the test environment, and add them to the list in check.ts. If you do not accept a method, remove it from paymentMethods.";

/** The fields come last, to be pasted. */
export function optionsToSet({ runs }: Ended, context: Context): readonly Section[] {
  const judged = runs.flatMap((run) => judgedFindings(run, context));
  const notes = judged.flatMap((each) => ("note" in each ? each.note : []));
  const settings = settingsIn(judged);
  const meanings = settings.flatMap(({ statusKeys = {} }) => Object.values(statusKeys));
  if (meanings.some((meaning) => meaning === "rejected" || meaning === "merchant")) notes.push(ASK_FIRST);
  if (settings.some(({ notSentAgain }) => notSentAgain)) notes.push(PREVENTS);
  const fields = fieldsToSet(settings, context.given);
  const lines = fields.map((field) => `  ${field},${field.endsWith(", lookUp }") ? " // your lookUp, unchanged" : ""}`);
  const code = lines.length > 0 ? ["{", ...lines, "}"] : [];
  return [...[...new Set(notes)].map((text) => ({ text })), { text: PASTE, code }];
}

const ASK_FIRST =
  'Before you set a key to "rejected" or "merchant", ask the service: is it certain that nothing was captured, every time it comes? If not, do not set it: the amount could be captured twice.';

const PREVENTS =
  "The client and Once send nothing twice by a method that sendAgain leaves out. If a proxy or your own program does, the service still captures twice.";

const PASTE =
  "In payments.ts, add these fields to options, or replace those that are there: your own entries are included. Then run the check again.";
