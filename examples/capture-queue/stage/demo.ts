/** A night to look at: 300 shipments, a service that loses responses, a worker that is killed, a password that is changed. */
import { readProgress } from "../src/progress.ts";
import { command, prepareNight, start, until } from "./night.ts";

const night = await prepareNight((service) => service.ship(300));
night.service.plan({ loseResponse: 21, drop: 31, rejection: 79, slow: 1 });

async function show(does: string, command: Promise<{ text: string }>): Promise<void> {
  console.log(`\n— ${does}\n\n${(await command).text}`);
}

const evening = start(night, "../src/cli.ts", "run");
await until(async () => (await readProgress(night.pool)).closed > 50);
process.kill(evening.workers()[0] ?? 0, "SIGKILL");
await until(async () => (await readProgress(night.pool)).closed > 150);
Object.assign(night.service, { password: "rotated" });
await show("run: a worker is killed, and the password is changed midway", evening.ended);
night.env["PAYMENTS_PASSWORD"] = "rotated";
await show("run --resume, with the new password", command(night, "run", "--resume"));
await show("parked: with the question to ask, and the --look that a decision names", command(night, "parked"));
await night.end();
