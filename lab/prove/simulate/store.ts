/** The store as the workers see it. Each read and each change is a step; anything may happen before and after it. */
import type { DatabaseSync } from "node:sqlite";
import type { OnceChanged, OnceStore } from "../../../src/once/index.ts";
import { read as recordOf } from "../../../src/once/stores/document.ts";
import { activity, currentActivity } from "./activity.ts";
import type { Batch } from "./batch.ts";
import { timeNow } from "./clock.ts";
import { StoreError, stores } from "./database.ts";
import { type BookFault, STALL_MS } from "./scenario.ts";

const BOOK_TIMEOUT_MS = 1_000;

/** The database's clock is right. */
const byItsOwnClock = <T>(act: () => Promise<T>) => activity.run(undefined, act);

const never = new Promise<never>(() => undefined);

/** A step of a process, which ends there if the process is dead. */
async function living(batch: Batch, what: string): Promise<void> {
  const { process, who } = currentActivity();
  if (!process.isDead) await batch.step(`${who} ${what}`);
  if (process.isDead) await never;
}

export function storeOf(batch: Batch, merchant: number): OnceStore<DatabaseSync> {
  const sqlite = stores[merchant] as OnceStore<DatabaseSync>;
  const read = async <T>(ask: () => Promise<T>): Promise<T> => {
    await living(batch, "reads");
    return byItsOwnClock(ask);
  };
  return {
    async change(place, decide) {
      const fault = currentActivity().changes.shift() ?? "none";
      await living(batch, `stores ${place.key}${fault === "none" ? "" : ` (${fault})`}`);
      if (fault === "away") throw new StoreError("the database is away");
      const changed = await byItsOwnClock(() => changedWith(batch, sqlite, place, decide));
      batch.noteChange(merchant, recordOf(changed.document));
      const wakesAt = timeNow() + (fault.startsWith("done") ? STALL_MS : 0);
      await batch.when(() => timeNow() >= wakesAt);
      await living(batch, "has stored");
      if (fault === "response lost") throw new StoreError("the response to COMMIT was lost");
      return changed;
    },
    find: (key) => read(() => sqlite.find(key)),
    list: (query) => read(() => sqlite.list(query)),
    due: (limit) => read(() => sqlite.due(limit)),
    counts: (of) => read(() => sqlite.counts(of)),
  };
}

type Change = OnceStore<DatabaseSync>["change"];

/** Books with the batch's next fault. A `book` without an end, and a lost session, are those of an asynchronous store. */
async function changedWith(batch: Batch, store: { change: Change }, ...[place, decide]: Parameters<Change>) {
  const lost = new Error("book ran out of time, or its session was lost");
  const changed = (fault: (() => BookFault) | undefined): Promise<OnceChanged> =>
    store.change(place, (known) => {
      const { book, ...made } = decide(known);
      if (book === undefined) return made;
      const met = fault?.() ?? "session lost";
      const { withoutBook: _, ...nothing } = made; // the session's transaction is rolled back
      const isLost = met === "hangs" || met === "session lost";
      return { ...(isLost && fault !== undefined ? nothing : made), book: (tx) => fails(met, tx, book(tx), lost) };
    });
  let met: BookFault | undefined; // decided twice if `book` has ended the transaction
  try {
    return await changed(() => {
      met ??= batch.bookFaults.shift() ?? "none";
      return met;
    });
  } catch (error) {
    if (error !== lost) throw error;
    await batch.step(`${place.key}: book ${met}`);
    if ((met as BookFault | undefined) === "hangs") batch.pass(BOOK_TIMEOUT_MS);
    return changed(undefined);
  }
}

function fails(met: BookFault, tx: DatabaseSync, _booked: unknown, lost: Error): void {
  if (met === "hangs" || met === "session lost") throw lost;
  if (met === "throws") throw new Error("the books are locked");
  if (met === "breaks a constraint") tx.exec("insert into lines values ('of no shop')"); // found by COMMIT
  if (met === "ends the transaction") tx.exec("rollback"); // as an error that `book` catches and hides
}
