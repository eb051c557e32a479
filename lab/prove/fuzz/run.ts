// Fuzzes the built library: `npm run lab -- fuzz`, with SEED=… for one run again, and `--record` for docs/reliability.md.
import { report } from "../../record.ts";
import type { FuzzResult } from "./harness.ts";
import { fuzzInputs } from "./input-run.ts";
import { fuzzResponses, fuzzSockets } from "./response-run.ts";

const seed = Number.parseInt(process.env["SEED"] ?? `${Date.now() % 2 ** 31}`, 10);

const runs = [
  { what: "Mutated responses, through a `fetch`", run: fuzzResponses, cases: 100_000 },
  { what: "Mutated responses, as bytes on a socket through node:http", run: fuzzSockets, cases: 20_000 },
  { what: "Hostile inputs, to a server on a socket", run: fuzzInputs, cases: 50_000 },
] as const;

const whole = (count: number) => count.toLocaleString("en-US");

function table(what: string, cases: number, { tally, total }: FuzzResult): string {
  const kinds = Object.entries(tally).sort(([, a], [, b]) => b - a);
  const rows = kinds.map(([kind, count]) => `| ${kind} | ${whole(count)} |`);
  const title = `${what}: ${whole(cases)}, of which wrong: ${whole(cases - total)}`;
  return [title, "", "| ended in | calls |", "|---|---:|", ...rows].join("\n");
}

const startedAt = performance.now();
const tables: string[] = [];
for (const { what, run, cases } of runs) {
  const result = await run({ cases, seed });
  if (result.failure !== undefined) throw new Error(`${what}: ${result.failure}`);
  tables.push(table(what, cases, result));
}
const seconds = Math.round((performance.now() - startedAt) / 1_000);
const today = new Date().toISOString().slice(0, 10);

report(
  "fuzz",
  `${today}, Node ${process.versions.node}, seed ${seed}, ${seconds} s. Each call ended as a second rule, written from the
service's contract alone (\`lab/prove/fuzz/oracle.ts\`), says that it must: a result only where the response proves it, with
every digit of its amounts; \`rejected\` only where the service refused; never \`not_sent\` once a response came. Each input
ended in a \`PaymentValidationError\` that shows no value, or in one request that holds what was given, each value in its
own place of the path.

${tables.join("\n\n")}`,
);
