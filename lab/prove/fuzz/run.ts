// `npm run lab -- fuzz`: fuzzes the built library. SEED=… repeats a run. `--record` writes record.md and the
// row of docs/what-is-proven.md.
import { grouped, report, table, today, writeRow } from "../../record.ts";
import { fuzzInputs } from "./input-run.ts";
import { fuzzResponses } from "./response-run.ts";

const seed = Number.parseInt(process.env["SEED"] ?? `${Date.now() % 2 ** 31}`, 10);

/** Each of these ends must occur so often, else the cases are too tame. */
const runs = [
  {
    what: "Changed responses",
    run: fuzzResponses,
    cases: 120_000,
    atLeast: { result: 3_000, "PaymentServiceError, rejected": 3_000, "PaymentResponseError, succeeded": 1_200 },
  },
  {
    what: "Hostile inputs, to a server on a socket",
    run: fuzzInputs,
    cases: 50_000,
    atLeast: { sent: 10_000, "PaymentValidationError, not_sent": 10_000 },
  },
] as const;

const summaries: string[] = [];
for (const { what, run, cases, atLeast } of runs) {
  const { tally, failure } = await run({ cases, seed });
  if (failure !== undefined) throw new Error(`${what}: ${failure}`);
  const tame = Object.entries(atLeast).filter(([kind, count]) => (tally[kind] ?? 0) < count);
  if (tame.length > 0) throw new Error(`${what}: fewer than ${tame.join("; ")}`);
  const kinds = Object.entries(tally).sort(([, a], [, b]) => b - a);
  const rows = kinds.map(([kind, count]) => [kind, grouped(count)]);
  summaries.push(`${what}: ${grouped(cases)}, of which wrong: 0\n\n${table(["ended in", "calls"], rows)}`);
}

report(
  import.meta.dirname,
  `${today}, Node ${process.versions.node}, seed ${seed}. A second rule, written from the service's contract alone
(\`lab/prove/fuzz/oracle.ts\`), says how each call must end: with a result only if the response proves it, with every digit of
its amounts; \`rejected\` only if the service rejected the call; never \`not_sent\` once a response arrived. Each input ended in
a \`PaymentValidationError\` that shows no value, or in one request that holds the given values, each in its own place.

${summaries.join("\n\n")}`,
  () => {
    const times = `${runs.map(({ cases }) => grouped(cases)).join(" + ")} calls`;
    writeRow("fuzz", "Changed responses, and hostile input", times, "0 wrong outcomes");
  },
);
