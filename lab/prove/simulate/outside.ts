/** What happens outside the merchant's workers: other jobs, completions, an outage, and clocks that go wrong. */
import type { Batch } from "./batch.ts";
import { timeNow } from "./clock.ts";
import { processOf } from "./merchant.ts";
import { type Outage, STALL_MS } from "./scenario.ts";

interface Happening {
  readonly what: string;
  readonly act: () => void;
  readonly after?: () => boolean;
}

export function outside(batch: Batch): void {
  const { outage } = batch.scenario;
  for (const authorization of batch.authorizations) {
    const { others, completions } = authorization.given;
    const after = (arrived: number) => () => authorization.arrived >= arrived;
    for (const job of others) {
      void happen(batch, [
        { what: `another job ${job.does}`, act: () => authorization.another(job), after: after(job.after) },
      ]);
    }
    for (const how of completions) {
      const act = () => authorization.complete(how);
      void happen(batch, [{ what: `the pending amount ${how}`, act, after: after(1) }]);
    }
  }
  for (const clock of clocks(batch)) void happen(batch, clock);
  if (outage === undefined) return;
  const set = (to: Outage | undefined) => () => {
    batch.outage = to;
  };
  void happen(batch, [
    { what: `outage: ${outage}`, act: set(outage) },
    { what: "the outage is over", act: set(undefined) },
  ]);
}

async function happen(batch: Batch, steps: readonly Happening[]): Promise<void> {
  for (const { what, act, after = () => true } of steps) {
    await batch.when(after);
    await batch.step(what);
    act();
    batch.check("");
  }
}

/** Only one of a machine's two clocks goes wrong, because no lease can hold without a right clock. */
function clocks(batch: Batch): (readonly Happening[])[] {
  return batch.scenario.clocks.map((jump, worker) => {
    const { clocks, name } = processOf(batch, worker);
    const isAtWork = () => batch.items.some(({ record }) => record?.state === "sending");
    let wakesAt = 0;
    const sleep = () => {
      clocks.isAsleep = true;
      wakesAt = timeNow() + STALL_MS;
    };
    const wake = () => {
      clocks.isAsleep = false;
    };
    if (jump === "sleeps") {
      return [
        { what: `${name} falls asleep`, act: sleep, after: isAtWork },
        { what: `${name} wakes`, act: wake, after: () => timeNow() >= wakesAt },
      ];
    }
    const set = () => {
      clocks.wall += jump;
    };
    return jump === 0 ? [] : [{ what: `the clock of ${name} is set by ${jump} ms`, act: set, after: isAtWork }];
  });
}
