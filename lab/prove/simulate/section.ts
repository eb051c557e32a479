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

In each history, \`Once\` captures up to four shipments of one or two authorizations, on the SQLite store in a file, in
simulated time. Where there are two, they may be of two merchants that share the store and the names of their keys. Two
workers get each shipment again and again, also during another delivery. Sweeps take over expired leases. People read
the back office and decide by it, two at a time and late. These faults occur:

- Requests are lost, late, doubled or reordered. Intermediaries pass on the second response.
- Workers die at any step, and stall for longer than a lease before and after they store. Their clocks jump or stop.
- The database is away or loses its response to a COMMIT. A hook throws before or after it writes, breaks a
  constraint that only COMMIT finds, ends its transaction without an error, never ends, or loses its session.
- A filter forbids one shipment. An outage comes and goes. A shipment is corrected, by a delivery or by a person, and its
  older jobs come again, also in other words. Deliveries and people tell different facts of one authorization.
- Captures from before the store are entered, some of them a second time. Decisions are carried out by the sweep alone.
- Other jobs capture a part of the same authorization or annul it. A pending amount fails.
- The service tells its balance, zeros or nothing. It accepts 115 %, or what it must not accept.
- The service differs from what the client assumes, and the merchant declares the methods that the check advises: failures under
  HTTP 500, status keys of its own, any amount accepted, pending amounts that do not block, figures that include what is pending,
  what was released or the whole order.

After every step, the records and the books are compared with what the service did. They are compared once more when every
message has arrived and the sweeps have nothing left to do.

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
