/** A run to watch: 300 shipments, a service that loses responses, a worker that is killed, a password that is changed. */
import { readProgress } from "../src/progress.ts";
import { command, prepareStage, start, until } from "./stage.ts";

const stage = await prepareStage((service) => service.ship(300));
stage.service.plan({ loseResponse: 21, drop: 31, rejection: 79, slow: 1 });

async function show(does: string, command: Promise<{ text: string }>): Promise<void> {
  console.log(`\n— ${does}\n\n${(await command).text}`);
}

const first = start(stage, "../src/cli.ts", "run");
await until(async () => (await readProgress(stage.pool, stage.captures)).closed > 50);
process.kill(first.workers()[0] ?? 0, "SIGKILL");
await until(async () => (await readProgress(stage.pool, stage.captures)).closed > 150);
Object.assign(stage.service, { password: "rotated" });
await show("run: a worker is killed, and the password is changed midway", first.ended);
stage.env["PAYMENTS_PASSWORD"] = "rotated";
await show("run --resume, with the new password", command(stage, "run", "--resume"));
await show(
  "parked: whom each shipment waits for, with the question and the --snapshot that a decision names",
  command(stage, "parked"),
);
await stage.end();
