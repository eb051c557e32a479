/** Stores the changes of a key, and calls the hook of its state in the same transaction. */

import { read, readKnown, write } from "../document.js";
import { OnceStoreError, type Unstored } from "../errors.js";
import { isClosed, isDone, type KnownRecords, type OnceRecord, snapshotOf, type Terms } from "../record.js";
import { withOwner } from "../rules/owner.js";
import { pauseAfter } from "../rules/transition.js";
import type { OnceChange, OnceKnown, OncePlace, OnceStore } from "../stores/store.js";
import { stopwatch } from "./attempt.js";

type Hook<Tx> = (tx: Tx, key: ReturnType<typeof snapshotOf>) => unknown;

export interface KeyChange<Tx> {
  readonly store: OnceStore<Tx>;
  readonly place: OncePlace;
  /** Unique to this change, so that a retry finds what is already stored. */
  readonly token: string;
  /** Its errors are rethrown and never retried. If it returns the same record, nothing is stored. */
  readonly next: (known: KnownRecords) => OnceRecord;
  /** Absent for a person's decision, which calls no hook and leaves the times to the sweep. */
  readonly worker?: { readonly book: Hook<Tx>; readonly fail: Hook<Tx>; readonly terms: Terms; readonly tell: Tell };
  readonly patienceMs: number;
  /** The known outcome, for the error if the store keeps failing. */
  readonly unstored?: Omit<Unstored, "key" | "merchant">;
}

type Tell = (record: OnceRecord, cause: unknown) => void;

/** The hook's transaction is gone, perhaps committed. */
type Lost = { readonly cause: unknown } | undefined;
const PAUSES_MS = [50, 200, 1_000, 3_000];
const LONGEST_PAUSE_MS = 10_000;

/**
 * Stores a change. A failing store is retried: `next` then finds what is already stored.
 *
 * @throws OnceStoreError if the store keeps failing, or if a newer program wrote to it.
 */
export async function storeChange<Tx>(change: KeyChange<Tx>): Promise<OnceRecord> {
  const { store, place, token, worker, patienceMs, unstored } = change;
  const passedMs = stopwatch();
  let lost: Lost;
  for (let times = 0; ; times += 1) {
    const pauseMs = PAUSES_MS[times] ?? LONGEST_PAUSE_MS;
    const ended = await store.change(place, (known) => changeOf(change, known, lost)).catch(shownToCaller);
    if (ended.end === "stored" || ended.end === "hook_failed") {
      const record = read(ended.document, store.merchant);
      const { cause } = ended.end === "hook_failed" ? ended : { cause: isDone(record) ? undefined : lost?.cause };
      if (record.token === token || record.lastToken === token) worker?.tell(record, cause);
      return record;
    }
    if (ended.end === "hook_lost") lost = ended;
    // An outcome is not given up: the database may be a standby that is about to become the primary.
    const isHopeless = Object(ended.cause).isPermanent === true && unstored?.state === undefined;
    if (ended.end === "failed" && (isHopeless || passedMs() + pauseMs > patienceMs)) {
      throw new OnceStoreError({ key: place.key, merchant: store.merchant, ...unstored }, ended.cause);
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** Starts the error's stack here: V8 keeps ten frames, and those of the store would fill all of them. */
function shownToCaller(error: unknown): never {
  if (error instanceof Error) Error.captureStackTrace?.(error, shownToCaller);
  throw error;
}

/** The next record with its owner, and the hook that its state needs. */
function changeOf<Tx>(change: KeyChange<Tx>, stored: OnceKnown, lost: Lost): OnceChange<Tx> {
  const { store, token, worker } = change;
  const known = readKnown(stored, store.merchant);
  const { own, others, now } = known;
  const before = own?.version ?? 0;
  const isStored = own?.lastToken === token; // only the response to COMMIT was lost
  const next = isStored ? own : change.next(known);
  const lastToken = next.token === token ? next.lastToken : token;
  const changed = { ...next, merchant: store.merchant || undefined, version: before + 1, changedAt: now, lastToken };
  const rowOf = (more: Partial<OnceRecord>) => withOwner({ ...changed, ...more }, others, now, worker?.terms);

  const isToTell = worker !== undefined && isClosed(next) && !isDone(next);
  const isDue = isToTell && (lost !== undefined || (next.dueAt ?? now) <= now);
  if (next === own && !isDue) return { row: undefined, before };
  if (!isDue) return { row: write(rowOf({})), before };
  const isCapture = next.state === "captured";
  const isBookTried = next.isBookTried || isCapture;
  const pauses = isStored ? next.pauses : next.pauses + 1;
  const dueAt = now + pauseAfter(pauses - 1, worker.terms);
  const unrecorded = (hookCause: OnceRecord["hookCause"]) => write(rowOf({ pauses, dueAt, isBookTried, hookCause }));
  if (lost !== undefined) return { row: unrecorded(hookCauseOf(lost.cause)), before };
  const recorded = isCapture ? ("captured" as const) : ("failed" as const);
  const succeeded = rowOf({ recorded, isBookTried, pauses: 0, dueAt: undefined, hookCause: undefined });
  const call = isCapture ? worker.book : worker.fail;
  const hook = {
    run: (tx: Tx) => call(tx, snapshotOf(succeeded, now)),
    succeeded: write(succeeded),
    failed: (cause: unknown) => unrecorded(hookCauseOf(cause)),
  };
  return { row: unrecorded(next.hookCause), before, hook };
}

const WORD = /^[\w.-]{1,100}$/;

/** Reads what an error says about itself, or the driver's error that a query builder has wrapped: never its message. */
function hookCauseOf(error: unknown): NonNullable<OnceRecord["hookCause"]> {
  const wordsOf = (...values: unknown[]) => values.filter((value) => value !== undefined && WORD.test(String(value)));
  let driver = Object(error);
  for (let depth = 0; driver.code === undefined && depth < 5; depth += 1) driver = Object(driver.cause);
  const [name] = wordsOf(Object(error).name);
  const code = wordsOf(driver.code, driver.errcode).join(" "); // SQLite's own number stands beside Node's code
  return { name: name as string | undefined, code: code || undefined };
}
