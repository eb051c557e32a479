/** What a person reads: a line for each seed, and the page's section. */
import { availableParallelism } from "node:os";
import { wrongs } from "./audit/books.ts";
import { faults } from "./faults.ts";
import { type Figures, figuresOf, type Played } from "./figures.ts";

export function lineOf(played: Played): string {
  const { seed, seconds, findings } = played;
  const { shipments, calls, faults: struck, kills, captured, pending, refused, bugs, parked } = figuresOf([played]);
  const ends = `${captured} captured, ${pending} pending, ${refused} refused, ${bugs} slips, ${parked} parked`;
  const books = findings.length === 0 ? "the books agree" : `${findings.length} WRONG`;
  const events = `${calls} calls, ${sum(struck.values())} faults, ${kills} kills`;
  return `seed ${seed}: ${shipments} shipments, ${events}: ${ends}; ${books} (${seconds.toFixed(1)} s)`;
}

export function sectionOf(all: readonly Played[], seconds: number): string {
  const figures = figuresOf(all);
  const findings = all.flatMap((played) => played.findings);
  const { captures, parked, faults: struck } = figures;
  const rows: [string, string][] = [
    ["shipments", number(figures.shipments)],
    ["captures to make", number(captures)],
    ["calls", number(figures.calls)],
    ["faults played", `${number(sum(struck.values()))}, of ${struck.size} kinds`],
    ["times the service was away", number(figures.outages)],
    ["times the worker was killed", number(figures.kills)],
    [
      "captured",
      `${number(figures.captured)}, ${number(figures.incomplete)} of them by an answer without ids or amounts`,
    ],
    ["pending, not yet money", number(figures.pending)],
    ["refused", number(figures.refused)],
    ["slips, refused before they were sent", number(figures.bugs)],
    ["proven not sent, and made again later", number(figures.notSent)],
    ["parked", `${number(parked)}, ${share(parked, captures)} of the captures`],
    ["– the answer was lost", share(figures.answerLost, captures)],
    ["– the worker died between intent and outcome", share(figures.workerDied, captures)],
    ["– the answer proved nothing", share(parked - figures.answerLost - figures.workerDied, captures)],
    ...wrongs.map((wrong): [string, string] => [
      `**${wrong}**`,
      `**${findings.filter((finding) => finding.wrong === wrong).length}**`,
    ]),
  ];
  return `
${origin(all, seconds)}

|  |  |
|---|---:|
${rows.map(([name, value]) => `| ${name} | ${value} |`).join("\n")}

${whatWouldHelp(figures)}

Faults played: ${played(struck)}.
`;
}

function origin(all: readonly Played[], seconds: number): string {
  const [date] = new Date().toISOString().split("T");
  const seeds = all.length === 1 ? `Seed ${all[0]?.seed}` : `${all.length} seeds`;
  const machine = `Node ${process.versions.node}, ${availableParallelism()} cores, ${Math.round(seconds)} s`;
  return `${seeds}, ${date}, ${machine}.

A merchant's worker captures over a real port while faults are played, keeps a journal, is killed with SIGKILL again and
again, and does for each outcome what the README says: what is unknown is parked and not sent again. In the end the back
office settles what is parked from the service's books, and these are compared with the merchant's. The orders are there
from the start: only captures are sent. A kill is no power cut: that the disk keeps what was synced is not shown here.`;
}

function whatWouldHelp(figures: Figures): string {
  const { parked, landed, repeatable, workerDied, kills, onlyServiceKnows } = figures;
  const guess = `Of it, ${share(landed, parked)} had been done and the rest had not: no guess would do.`;
  const again = `${share(repeatable, parked)} of it was on card, invoice or installments.`;
  const cutOff = `a kill parked ${perKill(workerDied, kills)} captures on average, ${share(workerDied, parked)} of it all.`;
  return `What is parked costs a person's time and no money. ${guess} What would bring it down:

- Asking with \`resolveFinalization\` instead of parking at once: ${again}
- A worker that is told to stop, and first ends what it has begun: ${cutOff}
- For the remaining ${share(onlyServiceKnows, parked)}, an operation that reads an authorization, or a key that makes a
  repetition harmless. The service's contract has neither.`;
}

function perKill(workerDied: number, kills: number): string {
  return kills === 0 ? "no" : (workerDied / kills).toFixed(0);
}

/** Each kind that can be armed, so that one that was never played shows. */
function played(struck: ReadonlyMap<string, number>): string {
  const names = new Set([...faults.map(({ name }) => name), ...struck.keys()]);
  return [...names].map((name) => `${name} ${struck.get(name) ?? 0}`).join("; ");
}

function sum(counts: Iterable<number>): number {
  return [...counts].reduce((total, count) => total + count, 0);
}

function number(count: number): string {
  return count.toLocaleString("en-US");
}

function share(part: number, whole: number): string {
  return whole === 0 ? "0 %" : `${((100 * part) / whole).toFixed(1)} %`;
}
