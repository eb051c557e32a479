/** Writes the end of the report, as Markdown that also reads well in a terminal. */
import { type Bench, nameOf } from "./bench.js";
import { type CheckRow, words } from "./finding.js";
import { type CheckStopped, NO_RESPONSE, NOT_SENT } from "./gate.js";
import type { CheckAuthorization } from "./purposes.js";
import { fieldsToSet, judged } from "./row.js";

/** By the exit code. A program that crashes ends with 1. */
const EXIT_CODES = ["no row differs", "", "a row is UNSAFE", "the check stopped", "a row differs"];
const ASK =
  'Before you go live, ask the service about each fact marked "ask" in docs/reference/facts.md, a page of this package.';
const MISSING =
  "Make these authorizations in the test environment, and add them to the list in check.ts. If you do not accept a method, remove it from paymentMethods.";

const paragraph = (text: string) => text && `${text}\n\n`;
/** Nothing, if the list is empty. */
export const list = (text: string, items: readonly string[]) =>
  items.length === 0 ? "" : `${text}\n\n${items.map((item) => `- ${item}\n`).join("")}\n`;
/** Nothing, if there are no lines. @param start, end - Around the lines. */
const code = (text: string, lines: readonly string[], start = "{", end = "}") =>
  lines.length === 0 ? "" : `${text}\n\n\`\`\`ts\n${[start, ...lines, end].join("\n")}\n\`\`\`\n\n`;

export const textOf = ({ result, seen }: CheckRow) => `${result}${seen && `. Seen: ${seen}`}`;

/** What was found, and what to do next. The options to set come last, or why the check stopped. */
export function endingOf(bench: Bench, rows: readonly CheckRow[], exitCode: number, seconds: string): string {
  const { sent, stopped } = bench.gate;
  const countOf = (word: string) => rows.filter(({ result }) => result.startsWith(word)).length;
  const counts = Object.values(words).flatMap((word) => (countOf(word) > 0 ? `${word}: ${countOf(word)}` : []));
  const made = sent.filter(({ end }) => end !== NOT_SENT);
  const found = `Rows: ${rows.length} (${counts.join(", ")}). Requests: ${made.length} in ${seconds} s.`;
  const isUsed = ({ transactionId: id }: CheckAuthorization) => made.some(({ path }) => path.includes(`/${id}/`));
  const groups = Object.groupBy(bench.given.authorizations ?? [], (each) => (isUsed(each) ? "used" : "still good"));
  const used = Object.entries(groups).map(([which, those]) => `${which}: ${those.map(nameOf).join(", ")}`);

  // A row of stage one can be impossible at a service, so that the check is complete without it.
  const isMissing = ({ stage }: CheckRow, index: number) =>
    stage === 2 && bench.runs[index]?.findings.some(({ kind }) => kind === "not_checked");
  const missing = stopped ? [] : rows.filter(isMissing);
  const isToSet = ({ result }: CheckRow) => result.startsWith(`${words.differs}: set `);
  const isAgainst = (row: CheckRow) => row.verdict === "unsafe" || isToSet(row) || missing.includes(row);
  const against = rows.filter(isAgainst);
  const others = rows.filter(({ verdict }) => verdict === "differs" || (verdict === "not_checked" && !stopped));
  const named = (all: readonly CheckRow[]) => all.map((row) => `${row.name} … ${textOf(row)}`);
  const isComplete = !stopped && missing.length === 0;
  const canGoLive = isComplete && against.length === 0;
  const heading = `## The check is ${isComplete ? "" : "not "}complete: ${canGoLive ? "you can go live" : "do not go live yet"}`;
  const why =
    missing.length > 0 ? "Until stage two is complete, the check can miss a service that captures twice. " : "";
  return [
    paragraph(`${found} Exit code ${exitCode}: ${EXIT_CODES[exitCode]}.`),
    list("Authorizations, each for one run:", used),
    paragraph(heading),
    list(`${why}These rows keep you from going live:`, named(against)),
    list("Go live only if you accept these rows:", named(others.filter((row) => !isAgainst(row)))),
    code(MISSING, stopped ? [] : bench.missing, "const authorizations: CheckAuthorization[] = [", "];"),
    optionsToSet(bench),
    stopped ? whyStopped(bench, stopped) : canGoLive ? paragraph(ASK) : "",
  ].join("");
}

/** Says what was sent last, and what to do. */
function whyStopped({ gate: { sent }, given }: Bench, { message, next }: CheckStopped): string {
  const isCapture = (path: string) => given.authorizations?.some((each) => path.includes(`/${each.transactionId}/`));
  const listed = sent.filter((each) => isCapture(each.path) || each === sent.at(-1));
  const isLost = sent.some(({ path, end }) => isCapture(path) && end === NO_RESPONSE);
  const look = "The capture without a response may have been made: look for it in the back office. ";
  const tried = listed.map(({ method, path, end }) => `${method} ${path} (${end})`);
  return [
    paragraph(`The check stopped: ${message}.`),
    list(`Other requests: ${sent.length - listed.length}. Tried last:`, tried),
    paragraph(`${isLost ? look : ""}${next}`),
  ].join("");
}

function optionsToSet(bench: Bench): string {
  const found = bench.runs.flatMap((run) => judged(run, bench));
  const meanings = found.flatMap(({ statusKeys = {} }) => Object.values(statusKeys));
  const isTrusted = meanings.some((meaning) => meaning === "rejected" || meaning === "merchant");
  const isLeftOut = found.some((each) => each.notSentAgain);
  const lines = fieldsToSet(found, bench).map((field) =>
    `  ${field},`.replace(/, lookUp },$/, "$& // your lookUp, unchanged"),
  );
  return paragraph(isTrusted ? ASK_FIRST : "") + paragraph(isLeftOut ? PREVENTS : "") + code(PASTE, lines);
}

const ASK_FIRST =
  'Before you set a key to "rejected" or "merchant", ask the service: is it certain that nothing was captured, every time it comes? If not, do not set it: the amount could be captured twice.';
const PREVENTS =
  "The client and Once send nothing twice by a method that sendAgain leaves out. If a proxy or your own program does, the service still captures twice.";
const PASTE =
  "In payments.ts, add these fields to options, or replace those that are there: your own entries are included. Then run the check again.";
