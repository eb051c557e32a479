/** What a person reads of the simulation. */
import { availableParallelism } from "node:os";
import type { Report } from "./worker-thread.ts";

/** Something that has to break it, and after how many nights it did. */
export interface Found {
  readonly what: string;
  readonly nights: number | undefined;
}

const words: Readonly<Record<string, string>> = {
  captured: "captured, and so it is, once, and in the books",
  pending: "pending, not booked",
  not_captured: "not captured, and never so",
  refused: "refused, and never taken",
  conflict: "a conflict, for a person",
  parked: "parked, for a person",
  waiting: "waiting behind one of these",
  released: "released: a filter refuses it, and there is no other to compare",
  "never begun": "never begun: zero, which is refused",
};

export function sectionOf(reports: readonly Report[], seconds: number, found: readonly Found[]): string {
  const [date] = new Date().toISOString().split("T");
  const nights = reports.reduce((sum, { histories }) => sum + histories, 0);
  const count = (state: string) => reports.reduce((sum, { tally }) => sum + (tally[state] ?? 0), 0);
  const rows = Object.entries(words).map(([state, text]) => `| ${text} | ${number(count(state))} |`);
  return `
${number(nights)} histories, ${date}, Node ${process.versions.node}, ${availableParallelism()} cores, ${Math.round(seconds)} s. **0 twice, 0 lost, 0 denied, nothing open for ever**: nothing
on record was false at any step, nothing was captured twice but by a service that takes both, each capture is in the books
once and with its amount, and the sums agree in every currency.

In each, \`Once\` captures up to four shipments of one or two authorizations, on the SQLite store in memory, in one process and
in a time of its own. Two workers are given each shipment again and again, also while another delivery runs, sweeps take over,
and people look, and decide by what the back office showed, two at a time and late. Requests are lost, late, doubled or
reordered, hops hand on the second response, workers die or stall between any two steps, their clocks jump or stand still, the
database is away or loses its response to a COMMIT, \`book\` throws, a filter refuses one shipment, an outage comes and goes, a
shipment is corrected, other jobs take part of the same authorization or annul it, what is pending fails, and the service
tells its balance, zeros or nothing, takes 115 % or takes what it should not. After every step, and once more when every message
has arrived and the sweeps have nothing left to do, what is on record and in the books is compared with what the service did.

| in the end | |
|---|--:|
${rows.join("\n")}

What the documents except, and rules that are shorter than ours, must break it. Histories until it did:

| | |
|---|--:|
${found.map(({ what, nights: after }) => `| ${what} | ${after === undefined ? "**not found**" : number(after)} |`).join("\n")}
`;
}

function number(count: number): string {
  return count.toLocaleString("en-US");
}
