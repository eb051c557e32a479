// `npm run lab -- fuzz`: fuzzes the built library. SEED=… repeats a run. `--record` writes record.md and the
// row of docs/what-is-proven.md.
import { grouped, report, table, today, writeRow } from "../../record.ts";
import type { FuzzResult } from "./harness.ts";
import { fuzzInputs } from "./input-run.ts";
import { fuzzResponses, fuzzSockets } from "./response-run.ts";

const seed = Number.parseInt(process.env["SEED"] ?? `${Date.now() % 2 ** 31}`, 10);

const runs = [
  { what: "Mutated responses, through a `fetch`", run: fuzzResponses, cases: 100_000 },
  { what: "Mutated responses, as bytes on a socket through node:http", run: fuzzSockets, cases: 20_000 },
  { what: "Hostile inputs, to a server on a socket", run: fuzzInputs, cases: 50_000 },
] as const;

function summary(what: string, cases: number, { tally, total }: FuzzResult): string {
  const kinds = Object.entries(tally).sort(([, a], [, b]) => b - a);
  const rows = kinds.map(([kind, count]) => [kind, grouped(count)]);
  return `${what}: ${grouped(cases)}, of which wrong: ${grouped(cases - total)}\n\n${table(["ended in", "calls"], rows)}`;
}

const startedAt = performance.now();
const summaries: string[] = [];
for (const { what, run, cases } of runs) {
  const result = await run({ cases, seed });
  if (result.failure !== undefined) throw new Error(`${what}: ${result.failure}`);
  summaries.push(summary(what, cases, result));
}
const seconds = Math.round((performance.now() - startedAt) / 1_000);

report(
  import.meta.dirname,
  `${today}, Node ${process.versions.node}, seed ${seed}, ${seconds} s. A second rule, written from the service's contract alone
(\`lab/prove/fuzz/oracle.ts\`), says how each call must end: with a result only if the response proves it, with every digit of
its amounts; \`rejected\` only if the service rejected the call; never \`not_sent\` once a response arrived. Each input ended in
a \`PaymentValidationError\` that shows no value, or in one request that holds the given values, each in its own place.

${summaries.join("\n\n")}`,
  () =>
    writeRow(
      "fuzz",
      "Mutated responses, and hostile input",
      `${runs.map(({ cases }) => grouped(cases)).join(" + ")} calls`,
      "0 wrong outcomes",
    ),
);
