/** A night to look at: 300 shipments, three workers, a service that loses replies, and a worker that is killed midway. */
import { once } from "node:events";
import { readParked } from "../src/parked.ts";
import { readProgress } from "../src/progress.ts";
import { someAmounts } from "./amounts.ts";
import { command, prepareNight, shipAll, until, workersOf } from "./night.ts";
import { startPostgres } from "./postgres.ts";

const say = (text: string) => console.log(`\n— ${text}\n`);

async function show(...args: string[]): Promise<void> {
  say(`capture-queue ${args.join(" ")}`);
  await once(command(night, ...args), "exit");
}

say("A database of its own, the fake of the payment service in a process of its own, and 300 shipments.");
const postgres = startPostgres();
const night = await prepareNight(postgres, "demo", { CAPTURE_CONCURRENCY: "4", PAYMENTS_TIMEOUT_MS: "5000" });
const { pool, service } = night;
await shipAll(night, await service.sell(someAmounts(300), "other"));
await service.arm(60, { name: "loseReply" });
await service.arm(70, { name: "drop" });
await service.arm(75, { name: "incomplete" });
await service.arm(80, { name: "refusal" });
await service.arm(1, { name: "delay", ms: 150 });

await show("run", "--dry-run");

say("capture-queue run --workers 3, and a worker is killed in the middle of its captures");
const running = command(night, "run", "--workers", "3");
const ended = once(running, "exit");
await until(async () => (await readProgress(pool)).closed > 100);
const [worker] = workersOf(running);
if (worker !== undefined) process.kill(worker, "SIGKILL");
await ended;

await show("parked");
const captured = new Map(
  (await service.ledger()).map(({ transactionId, totalAmount }) => [transactionId, totalAmount]),
);
const parked = (await readParked(pool)).filter(({ state }) => state !== "settled");
say("A person looks into the service's back office for each that is parked, and says what is so.");
for (const { id, transactionId } of parked) {
  const amount = captured.get(transactionId);
  const [verdict, reason] =
    amount === undefined ? ["send-again", "not in the back office"] : ["captured", `${amount} in the back office`];
  await show("settle", id, "--as", verdict, "--reason", reason);
}
await show("run");

await night.end();
postgres.remove();
