/** The record of a run. */
import { availableParallelism } from "node:os";
import { grouped, table, today } from "../../record.ts";
import type { Report } from "./worker-thread.ts";

/** What must break an invariant, and after how many histories it did. */
export interface Found {
  readonly what: string;
  readonly after: number | undefined;
}

const meanings: Readonly<Record<string, string>> = {
  captured: "captured once, and in the books once",
  pending: "pending, not booked",
  not_captured: "not captured",
  rejected: "rejected, never accepted",
  unknown: "unknown",
  queued: "queued",
  parked: "parked, for a person",
  "never begun": "never begun: the amount is zero",
  "unknown after a call": "of all these, unknown after a call",
  "unknown at the end": "of those, still unknown at the end (parked)",
};

export function sectionOf(reports: readonly Report[], seconds: number, found: readonly Found[]): string {
  const histories = reports.reduce((sum, report) => sum + report.histories, 0);
  const count = (what: string) => reports.reduce((sum, { tally }) => sum + (tally[what] ?? 0), 0);
  const setting = `Node ${process.versions.node}, ${availableParallelism()} cores, ${Math.round(seconds)} s`;
  return `
${grouped(histories)} histories, ${today}, ${setting}. **0 captured twice, 0 lost, 0 denied, 0 without an owner**:
no record was false at any step, nothing was captured twice except by a service that accepts both, each capture is in the
books once with its amount, and the sums agree in every currency. At every step, whatever was not closed was due in time, or
waited for a person and asked a question. In the end, each key was closed, on the list for a person, behind such a key,
or forbidden by a filter.

In each history, two workers, sweeps and people capture up to four shipments of one or two authorizations, on the SQLite store
in a file, in simulated time. The faults are those of scenario.ts: of the network and intermediaries, of processes and clocks, of
the database and the hooks, of other jobs and wrong facts, of people who are slow or wrong, and of services that differ from the
contract. After every step, and once more in the end, the records and the books are compared with what the service did.

${table(
  ["in the end", "keys"],
  Object.entries(meanings).map(([what, text]) => [text, grouped(count(what))]),
)}

Every fault is far more frequent here than in production, so the shares of these rows are no forecast.

The documented exceptions, and rules that are shorter than ours, must break an invariant. Histories until they did:

${table(
  ["", "histories"],
  found.map(({ what, after }) => [what, after === undefined ? "**not found**" : grouped(after)]),
)}
`;
}
