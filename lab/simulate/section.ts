/** What a person reads of the simulation. */
import { availableParallelism } from "node:os";
import type { Report } from "./worker-thread.ts";

const words: Readonly<Record<string, string>> = {
  captured: "captured, and so it is",
  pending: "pending, not booked",
  not_captured: "not captured, and never so",
  refused: "refused, and never taken",
  conflict: "a conflict, for a person",
  parked: "parked, for a person",
  open: "still open when the night ended",
};

export function sectionOf(reports: readonly Report[], seconds: number, found: readonly (readonly [string, number])[]) {
  const [date] = new Date().toISOString().split("T");
  const nights = reports.reduce((sum, { histories }) => sum + histories, 0);
  const count = (state: string) => reports.reduce((sum, { tally }) => sum + (tally[state] ?? 0), 0);
  const rows = Object.entries(words).map(([state, text]) => `| ${text} | ${number(count(state))} |`);
  return `
${number(nights)} histories from ${reports.length} seeds, ${date}, Node ${process.versions.node}, ${availableParallelism()} cores, ${Math.round(seconds)} s. **Nothing said was false,
nothing was captured twice but by a service that takes both, and the sums agree in every currency.**

In each, one or two shipments are captured by the library itself, in one process and without a clock: requests are lost, late,
doubled or reordered, hops hand on the second answer, workers die or stall at any step and their calls go on, other jobs take
part of the same authorization or annul it, what is pending fails, and the service tells its balance, zeros or nothing,
takes 115 % or takes what it should not. After every step, and once more when every message has arrived, what the merchant
was told is compared with what the service did.

| said of a shipment | |
|---|--:|
${rows.join("\n")}

What the documents except, and rules that are shorter than ours, must break it. Histories until it did:

| | |
|---|--:|
${found.map(([what, after]) => `| ${what} | ${Number.isNaN(after) ? "**not found**" : number(after)} |`).join("\n")}
`;
}

function number(count: number): string {
  return count.toLocaleString("en-US");
}
