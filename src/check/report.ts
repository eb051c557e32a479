/** Writes the end of the report, as Markdown that also reads well in a terminal. */
import { Decimal } from "../index.js";
import { type Bench, nameOf } from "./bench.js";
import { amountIn } from "./figures.js";
import { type Finding, words } from "./finding.js";
import { NO_RESPONSE, NOT_SENT } from "./gate.js";
import { type CheckAuthorization, purposes } from "./purposes.js";
import { type CheckRow, fieldsToSet, isOpen, judged, resolveField } from "./row.js";
import { type PlannedRow, plannedRows } from "./stage-two.js";

const EXIT_CODES = ["no row differs", "a row differs", "a row is UNSAFE", "the check stopped"];

const paragraph = (text: string) => text && `${text}\n\n`;
/** Nothing, if the list is empty. */
export const list = (text: string, items: readonly string[]) =>
  items.length === 0 ? "" : `${text}\n\n${items.map((item) => `- ${item}\n`).join("")}\n`;
const code = (text: string, lines: readonly string[]) =>
  lines.length === 0 ? "" : `${text}\n\n\`\`\`ts\n${lines.join("\n")}\n\`\`\`\n\n`;

export const resultText = ({ result, seen }: CheckRow) => `${result}${seen && `. Seen: ${seen}`}`;

/** What was found, and what to do next. The options to set come last, or why the check stopped. */
export function endingOf(bench: Bench, rows: readonly CheckRow[], exitCode: number, seconds: string): string {
  const { sent, stopped } = bench.gate;
  const open = rows.filter((row, index) => isOpen(bench.runs[index], row));
  const opened = open.map((row) => `${row.name} … ${resultText(row)}`);
  const countOf = (word: string) => rows.filter(({ result }) => result.startsWith(word)).length;
  const counts = Object.values(words).flatMap((word) => (countOf(word) > 0 ? `${word}: ${countOf(word)}` : []));
  const made = sent.filter(({ end }) => end !== NOT_SENT);
  const found = `Rows: ${rows.length} (${counts.join(", ")}). Requests: ${made.length} in ${seconds} s.`;
  const isUsed = ({ transactionId: id }: CheckAuthorization) => made.some(({ path }) => path.includes(`/${id}/`));
  const groups = Object.groupBy(bench.given.authorizations ?? [], (each) => (isUsed(each) ? "used" : "still good"));
  const used = Object.entries(groups).map(([which, those]) => `${which}: ${those.map(nameOf).join(", ")}`);
  return [
    list("These rows depend on all responses with their status keys:", opened),
    paragraph(`${found} Exit code ${exitCode}: ${EXIT_CODES[exitCode]}.`),
    list("Authorizations, each for one run:", used),
    stopped ? optionsToSet(bench) + whyStopped(bench, rows) : verdictOf(bench, rows) + optionsToSet(bench),
  ].join("");
}

function whyStopped({ gate: { sent, stopped }, given }: Bench, rows: readonly CheckRow[]): string {
  const isCapture = (path: string) => given.authorizations?.some((each) => path.includes(`/${each.transactionId}/`));
  const listed = sent.filter((each) => isCapture(each.path) || each === sent.at(-1));
  const others = sent.length - listed.length;
  const row = rows.findLast(({ seen }) => seen !== "")?.name;
  const first = `It is the first request with this response. What is different about it: ${row}. `;
  const look = "The capture without a response may have been made: look for it in the back office. ";
  const isLost = sent.some(({ path, end }) => isCapture(path) && end === NO_RESPONSE);
  const tried = listed.map(({ method, path, end }) => `${method} ${path} (${end})`);
  return [
    paragraph(`## The check is not complete: do not go live yet\n\nThe check stopped: ${stopped?.message}.`),
    list(`Other requests: ${others}. Tried last:`, tried),
    paragraph(`${stopped?.isUnexplained && others > 0 ? first : ""}${isLost ? look : ""}${stopped?.next}`),
  ].join("");
}

function verdictOf(bench: Bench, rows: readonly CheckRow[]): string {
  // A row of stage one can be impossible at a service, so that the check is complete without it.
  const isMissing = (index: number) => bench.runs[index]?.findings.some(({ kind }) => kind === "not_checked");
  const missing = rows.filter(({ stage }, index) => stage === 2 && isMissing(index));
  const isToSet = ({ result }: CheckRow) => result.startsWith(`${words.differs}: set `);
  const against = rows.filter((row) => row.verdict === "unsafe" || isToSet(row) || missing.includes(row));
  const named = (all: readonly CheckRow[]) => all.map(({ name, verdict }) => `${words[verdict]}: ${name}`);
  if (against.length === 0) {
    const others = named(rows.filter(({ verdict }) => verdict !== "as_assumed"));
    const accept = list("Go live only if you accept these rows:", others);
    const heading = paragraph(`## The check is complete: you can go live\n\n${ASK}`);
    return heading + accept + paragraph(sendAgainHint(bench, rows));
  }
  const [not, why] = missing.length > 0 ? ["not ", INCOMPLETE] : ["", ""];
  const heading = paragraph(`## The check is ${not}complete: do not go live yet`);
  const keep = list(`${why}These rows keep you from going live:`, named(against));
  return heading + keep + code(MISSING, templateOf(bench));
}

const ASK = 'First, ask the service about each fact that the go-live guide marks "ask".';
const INCOMPLETE = "Until stage two is complete, the check can miss a service that captures twice. ";
const MISSING =
  "Make these authorizations in the test environment, and add them to the list in check.ts. If you do not accept a method, remove it from paymentMethods.";

/** Writes the authorizations that are missing, to be filled in. */
function templateOf({ given, currencyCode }: Bench): readonly string[] {
  const missing = plannedRows(given).filter(({ authorization }) => authorization === undefined);
  const lines = missing.flatMap(({ purpose, paymentMethod }, index) => {
    const { needs, authorize } = purposes[purpose];
    const orderId = paymentMethod === "card" ? ' orderId: "…",' : "";
    const facts = `authorizedAmount: "${amountIn(currencyCode, authorize.example)}", currencyCode: "${currencyCode}"`;
    const line = `  { purpose: "${purpose}", paymentMethod: "${paymentMethod}",${orderId} transactionId: "…", ${facts} },`;
    return missing[index - 1]?.purpose === purpose ? line : [`  // ${needs}`, line];
  });
  return lines.length === 0 ? [] : ["const authorizations: CheckAuthorization[] = [", ...lines, "];"];
}

/**
 * Says which other methods `sendAgain` may list, because the service does not accept a second finalization of them: all
 * their rows are as assumed, without the help of the merchant's options, and a person has looked. No row may forbid to
 * send anything again, not even one that the options make safe.
 */
function sendAgainHint({ runs, given, payments }: Bench, rows: readonly CheckRow[]): string {
  const isAll = (each: Finding) => each.kind === "unsafe" && each.notSentAgain === "all";
  const isShown = (row: string) => rows.some(({ id, result }) => id === row && result.startsWith(words.as_assumed));
  if (!isShown("back_office") || runs.some(({ findings }) => findings.some(isAll))) return "";
  // A credit product may have been checked with so much that a fixed amount more could not show.
  const isLarge = ({ purpose, authorization }: PlannedRow) =>
    purpose === "full" && new Decimal((authorization as CheckAuthorization).authorizedAmount).gt(10);
  const planned = plannedRows({ ...given, paymentMethods: null });
  const open = planned.filter((row) => !isShown(row.id) || isLarge(row)).map(({ paymentMethod }) => paymentMethod);
  const done = planned.map(({ paymentMethod }) => paymentMethod).filter((method) => !open.includes(method));
  const sendAgain = new Set([...payments.sendAgain, ...done]);
  if (sendAgain.size === payments.sendAgain.length) return "";
  const isOpen = sendAgain.has("swish") && !isShown("parts_swish");
  const ask = isOpen ? " First ask whether captures by swish can exceed 115 % of the authorization." : "";
  const why = "the service captured nothing beyond the whole amount, and only all that is left is ever sent again";
  return `You may use ${resolveField([...sendAgain], payments.lookUp !== undefined)}: ${why}.${ask}`;
}

function optionsToSet(bench: Bench): string {
  const found = bench.runs.flatMap((run) => judged(run, bench));
  const notes = found.flatMap(({ note }) => note ?? []);
  const meanings = found.flatMap(({ statusKeys = {} }) => Object.values(statusKeys));
  if (meanings.some((meaning) => meaning === "rejected" || meaning === "merchant")) notes.push(ASK_FIRST);
  if (found.some((each) => each.notSentAgain)) notes.push(PREVENTS);
  const lines = fieldsToSet(found, bench).map((field) =>
    `  ${field},`.replace(/, lookUp },$/, "$& // your lookUp, unchanged"),
  );
  return [...new Set(notes)].map(paragraph).join("") + code(PASTE, lines.length > 0 ? ["{", ...lines, "}"] : []);
}

const ASK_FIRST =
  'Before you set a key to "rejected" or "merchant", ask the service: is it certain that nothing was captured, every time it comes? If not, do not set it: the amount could be captured twice.';
const PREVENTS =
  "The client and Once send nothing twice by a method that sendAgain leaves out. If a proxy or your own program does, the service still captures twice.";
const PASTE =
  "In payments.ts, add these fields to options, or replace those that are there: your own entries are included. Then run the check again.";
