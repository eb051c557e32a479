/** Tests of workers that die or stall between any two steps, and of the workers that take over. */
import { deepEqual, equal } from "node:assert/strict";
import { fault } from "../../service/faults/faults.js";
import { until } from "../putting.js";
import { type Step, standingStill, steps } from "./standing-still.js";
import { deliver, finish, type Job, jobOf, type OnceRulesTest, type Scene, scene } from "./worker.js";

async function captured<Tx>({ service, written }: Scene<Tx>, { key }: Job): Promise<void> {
  deepEqual(
    service.finalizations.map(({ totalAmount }) => totalAmount),
    ["10.00"],
  );
  deepEqual(await written(), [key]);
}

const first = (at: Step): OnceRulesTest => ({
  name: `a worker dies ${at}: another one finishes, once`,
  run: (make, library) =>
    scene(make, library, async (all) => {
      const job = jobOf(all.service.sell({ paymentMethod: "other", amount: "10.00" }));
      const { given, isThere } = standingStill(all, at);
      void deliver(all.worker(given), job);
      await isThere;
      await finish(await all.elsewhere(), job);
      await captured(all, job);
    }),
});

const second = (at: Step): OnceRulesTest => ({
  name: `whoever asks what became of a lost response dies ${at}: another one finishes, once`,
  run: (make, library) =>
    scene(make, library, async (all) => {
      const job = jobOf(all.service.sell({ paymentMethod: "other", amount: "10.00" }));
      all.service.faults.next("finalize", fault.loseResponse);
      equal((await deliver(all.worker(), job)).state, "unknown");
      const { given, isThere } = standingStill(all, at);
      const dying = all.worker(given);
      await until("it is due", async () => {
        if ((await all.store.due(1)).length === 0) return undefined;
        void dying.sweep();
        return true;
      });
      await isThere;
      await finish(await all.elsewhere(), job);
      await captured(all, job);
    }),
});

const third = (at: Step): OnceRulesTest => ({
  name: `a worker stands still over its lease ${at}, another one takes over, and it goes on: one capture`,
  run: (make, library) =>
    scene(make, library, async (all) => {
      const job = jobOf(all.service.sell({ paymentMethod: "other", amount: "10.00" }));
      const { given, isThere, wake } = standingStill(all, at);
      const late = deliver(all.worker(given), job);
      await isThere;
      await finish(await all.elsewhere(), job);
      wake();
      const { state, isBooked } = await late;
      deepEqual([state, isBooked], ["captured", true]);
      await captured(all, job);
    }),
});

export const deaths: readonly OnceRulesTest[] = [
  {
    name: "a lease that runs on is left to its worker",
    run: (make, library) =>
      scene(make, library, async (all) => {
        const job = jobOf(all.service.sell({ paymentMethod: "other", amount: "10.00" }));
        const { given, isThere, wake } = standingStill({ ...all }, "once it has the response");
        const atWork = deliver(all.worker({ ...given, leaseMs: 60_000 }), job);
        await isThere;
        const other = await all.elsewhere();
        deepEqual(await other.sweep(), []);
        equal((await deliver(other, job)).state, "sending");
        wake();
        equal((await atWork).state, "captured");
        await captured(all, job);
      }),
  },
  ...steps.map(first),
  ...steps.map(second),
  ...steps.map(third),
];
