/** Once's own SQLite store, in memory, whose changes are steps: before and after each anything else may happen. */
import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { OnceStore } from "../../../src/once/index.ts";
import { SqliteOnceStore } from "../../../src/once/sqlite.ts";
import { timeNow } from "./clock.ts";
import { current, doing } from "./doing.ts";
import type { Night } from "./night.ts";
import { STILL_MS } from "./scenario.ts";

/** One for all nights of a thread, since opening it takes longer than a night. */
export const database = new DatabaseSync(":memory:");
const prepared = new Map<string, StatementSync>();
const prepare = database.prepare.bind(database);
database.prepare = (sql) => prepared.get(sql) ?? (prepared.set(sql, prepare(sql)).get(sql) as StatementSync); // takes a third of a night
const sqlite = new SqliteOnceStore(database);
database.exec("create table books (key text not null, amount text not null, currency text not null) strict");

export function emptied(): void {
  database.exec("delete from once_captures; delete from books");
}

/** What the merchant's database fails with. */
export class StoreError extends Error {}

/** The database's clock is the true one. */
const byItsOwnClock = <T>(act: () => Promise<T>) => doing.run(undefined, act);

const gone = new Promise<never>(() => undefined);

/** A step of a process, which it does not outlive. */
async function living(night: Night, what: string): Promise<void> {
  const { process, who } = current();
  if (!process.isDead) await night.step(`${who} ${what}`);
  if (process.isDead) await gone;
}

export function storeOf(night: Night): OnceStore<DatabaseSync> {
  const asked = async <T>(ask: () => Promise<T>): Promise<T> => {
    await living(night, "reads");
    return byItsOwnClock(ask);
  };
  return {
    async change(place, decide) {
      const fate = current().changes.shift() ?? "plain";
      await living(night, `stores ${place.key}${fate === "plain" ? "" : ` (${fate})`}`);
      if (fate === "away") throw new StoreError("the database is away");
      const record = await byItsOwnClock(() => sqlite.change(place, decide));
      night.stored(record);
      const wakesAt = timeNow() + (fate.startsWith("done") ? STILL_MS : 0);
      await night.when(() => timeNow() >= wakesAt);
      await living(night, "has stored");
      if (fate === "response lost") throw new StoreError("the response to COMMIT was lost");
      return record;
    },
    find: (key) => asked(() => sqlite.find(key)),
    list: (query) => asked(() => sqlite.list(query)),
    due: (limit) => asked(() => sqlite.due(limit)),
  };
}
