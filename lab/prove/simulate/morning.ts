/** After the night: the service is well, and the queue and the sweeps go on until nothing is left for them to do. */
import { OnceStoppedError } from "../../../src/once/index.ts";
import { passUntil } from "./clock.ts";
import type { Process } from "./doing.ts";
import { finalizing, performed } from "./merchant.ts";
import type { Night } from "./night.ts";
import { database } from "./store.ts";

const MOST_RUNS = 40;

export async function morning(night: Night): Promise<void> {
  const states = () =>
    JSON.stringify(night.lines.map(({ record }) => [record?.state, record?.rejections, record?.isBooked]));
  const quietRuns = night.scenario.poisonous === undefined ? 1 : 3; // so many rejections park what is poisonous
  for (let run = 1, quiet = 0; run <= MOST_RUNS && quiet < quietRuns; run += 1) {
    const before = states();
    passUntil(nextDue());
    await theRun(night, night.process(0), `run ${run}`);
    quiet = states() === before && nextDue() === 0 ? quiet + 1 : 0;
  }
}

const due = database.prepare("select coalesce(min(due_at), 0) as at from once_captures");
const nextDue = () => (due.get() as { at: number }).at;

/** Does the first things first, and ends where the line stops; the next one resumes. */
async function theRun(night: Night, process: Process, who: string): Promise<void> {
  process.once.resume();
  const isStopped = (error: unknown) => error instanceof OnceStoppedError;
  if (isStopped(await performed(night, process, { who }, (once) => once.sweep()))) return;
  for (const line of night.lines) {
    const { state = "retryable", request } = line.record ?? {};
    if (!["sending", "retryable", "waiting"].includes(state)) continue;
    const amount = Number(request?.totalAmount ?? line.shipment.amount);
    if (isStopped(await performed(night, process, { who }, finalizing(line, amount)))) return;
  }
}
