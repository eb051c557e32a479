/** What the merchant does not do: other jobs, what becomes of what is pending, an outage, and clocks that go wrong. */
import { timeNow } from "./clock.ts";
import type { Night } from "./night.ts";
import { STILL_MS } from "./scenario.ts";

interface Happening {
  readonly what: string;
  readonly act: () => void;
  /** How many requests have arrived at the authorization by then. */
  readonly after?: () => boolean;
}

export function outside(night: Night): void {
  const { outage } = night.scenario;
  for (const authorization of night.authorizations) {
    const { others, settlements } = authorization.given;
    const after = (arrived: number) => () => authorization.arrived >= arrived;
    for (const job of others) {
      void happening(night, [
        { what: `another job ${job.does}`, act: () => authorization.another(job), after: after(job.after) },
      ]);
    }
    for (const how of settlements) {
      void happening(night, [{ what: `what pends ${how}`, act: () => authorization.end(how), after: after(1) }]);
    }
  }
  for (const clock of clocks(night)) void happening(night, clock);
  if (outage === undefined) return;
  const become = (weather: Night["weather"]) => () => {
    night.weather = weather;
  };
  void happening(night, [
    { what: `outage: ${outage}`, act: become(outage) },
    { what: "the outage is over", act: become("well") },
  ]);
}

async function happening(night: Night, steps: readonly Happening[]): Promise<void> {
  for (const { what, act, after = () => true } of steps) {
    await night.when(after);
    await night.step(what);
    act();
    night.check("");
  }
}

/** Only one of a machine's two clocks goes wrong: by none that is right nobody could go. */
function clocks(night: Night): (readonly Happening[])[] {
  return night.scenario.clocks.map((jump, worker) => {
    const { clocks, name } = night.process(worker);
    const isAtWork = () => night.lines.some(({ record }) => record?.state === "sending");
    let wakesAt = 0;
    const sleep = () => {
      clocks.isAsleep = true;
      wakesAt = timeNow() + STILL_MS;
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
