/** What happened, counted from what the runs left behind. */
import type { Finding } from "./audit/books.ts";
import type { Evidence, JournalLine } from "./audit/evidence.ts";

/** What one seed gave. */
export interface Played {
  readonly seed: number;
  readonly seconds: number;
  readonly shipments: number;
  readonly kills: number;
  readonly evidence: Evidence;
  readonly findings: readonly Finding[];
}

export type Figures = ReturnType<typeof figuresOf>;

const lost = ["connection", "timeout"];
const repeatable = ["card", "invoice", "installments"];

export function figuresOf(played: readonly Played[]) {
  const lines = played.flatMap(linesOf);
  const count = (is: (line: Line) => boolean) => lines.filter(is).length;
  const parked = lines.filter(({ state }) => state === "parked");
  const countParked = (is: (line: Line) => boolean) => parked.filter(is).length;
  const total = (figure: (each: Played) => number) => played.reduce((sum, each) => sum + figure(each), 0);
  return {
    shipments: total(({ shipments }) => shipments),
    captures: total(({ evidence }) => evidence.due.length),
    calls: count(({ state }) => state === "intent"),
    received: total(({ evidence }) => evidence.requests.length),
    kills: total(({ kills }) => kills),
    outages: total(({ evidence }) => evidence.outages),
    faults: counted(played.flatMap(({ evidence }) => evidence.requests.flatMap(({ fault }) => fault ?? []))),
    captured: count(({ state, by }) => state === "captured" && by === undefined),
    /** Captured, by an answer that lacks what it must carry. */
    incomplete: count(({ state, why }) => state === "captured" && why !== undefined),
    pending: count(({ state, by }) => state === "pending" && by === undefined),
    refused: count(({ state }) => state === "refused"),
    bugs: count(({ state }) => state === "bug"),
    notSent: count(({ state }) => state === "not_sent"),
    parked: parked.length,
    /** No answer, or none in time. */
    answerLost: countParked(({ why }) => lost.includes(why ?? "")),
    workerDied: countParked(isWorkersDeath),
    /** Parked, and the back office found that it had been done. */
    landed: count(({ state, by }) => by !== undefined && state !== "open"),
    /** Parked, by a method with which the very same call may be sent again deliberately. */
    repeatable: countParked(({ method }) => repeatable.includes(method)),
    /** Parked, and neither that nor by a death of the worker. */
    onlyServiceKnows: countParked((line) => !repeatable.includes(line.method) && !isWorkersDeath(line)),
  };
}

interface Line extends JournalLine {
  readonly method: string;
}

function linesOf({ evidence: { due, journal } }: Played): Line[] {
  const methods = new Map(due.map(({ id, paymentMethod }) => [id, paymentMethod]));
  return journal.map((line) => ({ ...line, method: methods.get(line.id) ?? "" }));
}

function isWorkersDeath({ why }: Line): boolean {
  return why === "the worker died";
}

function counted(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
