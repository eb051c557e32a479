/** The lives of the merchant's worker: each ends by SIGKILL, until one comes to the end of its work. */
import { setTimeout as sleep } from "node:timers/promises";
import { type Child, start } from "./children.ts";
import { Dice } from "./dice.ts";

const mostLives = 200;
const longestLifeMs = 120_000;

/** Gives how many lives were cut short. */
export async function livesOfTheWorker(seed: number, folder: string, service: Child): Promise<number> {
  const dice = new Dice(seed, "kills");
  for (let kills = 0; kills < mostLives; kills += 1) {
    const worker = await start("merchant/worker.ts", [folder]);
    const stuck = sleep(longestLifeMs, "stuck", { ref: false });
    const fate = await Promise.race([worker.ended, service.ended, stuck, kill(dice, service)]);
    worker.process.kill("SIGKILL");
    const { exitCode, signal } = await worker.ended;
    if (fate === "stuck") throw new Error(`the worker came to no end in ${longestLifeMs} ms`);
    if (service.process.exitCode !== null) throw new Error("the service ended before its time");
    if (exitCode === 0) return kills;
    if (signal !== "SIGKILL") throw new Error(`the worker ended by itself, with ${exitCode ?? signal}`);
  }
  throw new Error(`after ${mostLives} lives the worker has not come to an end`);
}

/** When the next kill is due: while the worker recovers from the one before, or amid its calls. */
async function kill(dice: Dice, service: Child): Promise<void> {
  const isRecovering = dice.chance(0.25);
  const [requests, ms] = [dice.between(1, 500), dice.between(0, 20)];
  if (!isRecovering) await received(service, requests);
  await sleep(ms);
}

/** Resolves when the service has had so many more requests: it tells of each. */
function received({ process: service }: Child, requests: number): Promise<void> {
  let left = requests;
  return new Promise((resolve) => {
    const count = () => {
      left -= 1;
      if (left > 0) return;
      service.off("message", count);
      resolve();
    };
    service.on("message", count);
  });
}
