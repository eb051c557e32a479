/** The store as the workers see it. Each read and change is a step: anything may happen before and after it. */
import type { DatabaseSync } from "node:sqlite";
import type { OnceStore } from "../../../src/once/index.ts";
import { activity, currentActivity } from "./activity.ts";
import type { Batch } from "./batch.ts";
import { timeNow } from "./clock.ts";
import { StoreError, sqlite } from "./database.ts";
import { STALL_MS } from "./scenario.ts";

/** The database's clock is right. */
const byItsOwnClock = <T>(act: () => Promise<T>) => activity.run(undefined, act);

const never = new Promise<never>(() => undefined);

/** A step of a process, which ends there if the process is dead. */
async function living(batch: Batch, what: string): Promise<void> {
  const { process, who } = currentActivity();
  if (!process.isDead) await batch.step(`${who} ${what}`);
  if (process.isDead) await never;
}

export function storeOf(batch: Batch): OnceStore<DatabaseSync> {
  const read = async <T>(ask: () => Promise<T>): Promise<T> => {
    await living(batch, "reads");
    return byItsOwnClock(ask);
  };
  return {
    async change(place, decide) {
      const fault = currentActivity().changes.shift() ?? "none";
      await living(batch, `stores ${place.key}${fault === "none" ? "" : ` (${fault})`}`);
      if (fault === "away") throw new StoreError("the database is away");
      const changed = await byItsOwnClock(() => sqlite.change(place, decide));
      batch.stored(changed.record);
      const wakesAt = timeNow() + (fault.startsWith("done") ? STALL_MS : 0);
      await batch.when(() => timeNow() >= wakesAt);
      await living(batch, "has stored");
      if (fault === "response lost") throw new StoreError("the response to COMMIT was lost");
      return changed;
    },
    find: (key) => read(() => sqlite.find(key)),
    list: (query) => read(() => sqlite.list(query)),
    due: (limit) => read(() => sqlite.due(limit)),
    counts: () => read(() => sqlite.counts()),
  };
}
