/** The store as the workers see it. Each read and each change is a step; anything may happen before and after it. */
import type { DatabaseSync } from "node:sqlite";
import { read as recordOf } from "../../../src/once/document.ts";
import { find } from "../../../src/once/stores/queries.ts";
import type { OnceEnd, OnceStore } from "../../../src/once/stores/store.ts";
import { activity, currentActivity } from "./activity.ts";
import type { Batch } from "./batch.ts";
import { timeNow } from "./clock.ts";
import { StoreError, stores } from "./database.ts";
import type { Item } from "./item.ts";
import { type HookFault, STALL_MS } from "./scenario.ts";

const HOOK_TIMEOUT_MS = 1_000;
const REFUSALS = ["OnceDecisionError", "PaymentValidationError"];

/** The database's clock is right. */
const byItsOwnClock = <T>(act: () => Promise<T>) => activity.run(undefined, act);

const never = new Promise<never>(() => undefined);

/** A step of a process, which ends there if the process is dead. */
async function living(batch: Batch, what: string): Promise<void> {
  const { process, who } = currentActivity();
  if (!process.isDead) await batch.step(`${who} ${what}`);
  if (process.isDead) await never;
}

async function stalled(batch: Batch): Promise<void> {
  const wakesAt = timeNow() + STALL_MS;
  await batch.when(() => timeNow() >= wakesAt);
  await living(batch, "wakes");
}

export function storeOf(batch: Batch, merchant: number): OnceStore<DatabaseSync> {
  const sqlite = stores[merchant] as OnceStore<DatabaseSync>;
  const read = async <T>(ask: () => Promise<T>): Promise<T> => {
    await living(batch, "reads");
    return byItsOwnClock(ask);
  };
  return {
    merchant: sqlite.merchant,
    async change(place, decide) {
      const fault = currentActivity().changes.shift() ?? "none";
      await living(batch, `stores ${place.key}${fault === "none" ? "" : ` (${fault})`}`);
      if (fault === "away") return { end: "failed", cause: new StoreError("the database is away") };
      if (fault === "the process stalls") await stalled(batch);
      const ended = await byItsOwnClock(() => changed(batch, batch.item(merchant, place.key), sqlite, place, decide));
      const isRefused = ended.end === "failed" && REFUSALS.includes(Object(ended.cause).name);
      if (ended.end === "failed" && !isRefused) batch.wrong ??= ended.cause as Error;
      // What a lost hook has committed may be stored.
      const found = "document" in ended ? ended : (await byItsOwnClock(() => find(sqlite, place.key))).own;
      if (found !== undefined) batch.noteChange(merchant, recordOf(found.document, sqlite.merchant));
      if (fault.startsWith("done")) await stalled(batch);
      await living(batch, "has stored");
      if (fault === "response lost") return { end: "failed", cause: new StoreError("the response to COMMIT was lost") };
      return ended;
    },
    read: (...call) => read(() => sqlite.read(...call)),
  };
}

type Change = OnceStore<DatabaseSync>["change"];

/** Calls the hook with the batch's next fault. A hook without an end, and a lost session, are those of PostgreSQL. */
async function changed(
  batch: Batch,
  item: Item,
  store: { change: Change },
  ...[place, decide]: Parameters<Change>
): Promise<OnceEnd> {
  const lost = new Error("the hook ran out of time, or its session was lost");
  let met = "none" as HookFault;
  const ended = await store.change(place, (known) => {
    const change = decide(known);
    const { hook } = change;
    if (hook === undefined) return change;
    met = batch.hookFaults.shift() ?? "none";
    item.isHookCommitted ||= met === "commits by itself";
    if (met === "hangs" || met === "session lost") throw lost; // and the transaction is rolled back
    return { ...change, hook: { ...hook, run: (tx) => failing(met, tx, hook.run) } };
  });
  if (met === "commit lost" && ended.end === "stored") return { end: "hook_lost", cause: lost };
  if (ended.end !== "failed" || ended.cause !== lost) return ended;
  await batch.step(`${place.key}: hook ${met}`);
  if (met === "hangs") batch.pass(HOOK_TIMEOUT_MS);
  return { end: "hook_lost", cause: lost };
}

function failing(met: HookFault, tx: DatabaseSync, run: (tx: DatabaseSync) => unknown): void {
  if (met === "throws at once") throw new Error("the books are not there");
  run(tx);
  if (met === "throws") throw new Error("the books are locked");
  if (met === "breaks a constraint") tx.exec("insert into lines values ('of no shop')"); // found by COMMIT
  if (met === "ends the transaction") tx.exec("rollback"); // as an error that the hook catches and hides
  if (met === "commits by itself") tx.exec("commit");
}
