/** Stores the changes of a key, and calls the hook of its state in the same transaction. */

import { read, readKnown, write } from "../document.js";
import { OnceStoreError, type Unstored } from "../errors.js";
import { isClosed, isDone, type KnownRecords, type OnceRecord, snapshotOf } from "../record.js";
import { withOwner } from "../rules/owner.js";
import { pauseAfter, type Terms } from "../rules/terms.js";
import type { OnceChange, OnceKnown, OncePlace, OnceStore } from "../stores/store.js";
import { stopwatch } from "./attempt.js";

/** A change of one key. */
export interface KeyChange<Tx> {
  readonly store: OnceStore<Tx>;
  readonly place: OncePlace;
  /** Unique to this change, so that a retry finds what is already stored. */
  readonly token: string;
  /** Its errors are rethrown and never retried. If it returns the same record, nothing is stored. */
  readonly next: (known: KnownRecords) => OnceRecord;
  /** Absent for a person's decision, which calls no hook and leaves the times to the sweep. */
  readonly worker?: WorkerHooks<Tx> | undefined;
  /** How long a failing store is retried. */
  readonly patienceMs: number;
  /** The known outcome, for the error if the store keeps failing. */
  readonly unstored?: Omit<Unstored, "key" | "merchant"> | undefined;
}

export interface WorkerHooks<Tx> {
  readonly book: (tx: Tx, key: ReturnType<typeof snapshotOf>) => unknown;
  readonly fail: (tx: Tx, key: ReturnType<typeof snapshotOf>) => unknown;
  readonly terms: Terms;
  /** Is told each change that is stored, and why its hook failed. */
  readonly tell: (record: OnceRecord, cause: unknown) => void;
}

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
  let lost: { readonly cause: unknown } | undefined; // the hook's transaction
  for (let times = 0; ; times += 1) {
    const ended = await store.change(place, (known) => changeOf(change, known, lost)).catch(shownToCaller);
    const record = "document" in ended ? read(ended.document, store.merchant) : undefined;
    switch (ended.end) {
      case "stored":
      case "hook_failed": {
        const stored = record as OnceRecord;
        const cause = ended.end === "hook_failed" ? ended.cause : isDone(stored) ? undefined : lost?.cause;
        if (stored.token === token || stored.lastToken === token) worker?.tell(stored, cause);
        return stored;
      }
      case "hook_lost":
        lost = { cause: ended.cause };
        break;
      case "failed": {
        // An outcome is not given up: the database may be a standby that is about to become the primary.
        const isHopeless = Object(ended.cause).isPermanent === true && unstored?.state === undefined;
        if (isHopeless || passedMs() + pauseOf(times) > patienceMs) {
          throw new OnceStoreError({ key: place.key, merchant: store.merchant, ...unstored }, ended.cause);
        }
      }
    }
    await new Promise((resolve) => setTimeout(resolve, pauseOf(times)));
  }
}

const pauseOf = (times: number) => PAUSES_MS[times] ?? LONGEST_PAUSE_MS;

/** Starts the error's stack here: V8 keeps ten frames, and those of the store would fill all of them. */
function shownToCaller(error: unknown): never {
  if (error instanceof Error) Error.captureStackTrace?.(error, shownToCaller);
  throw error;
}

/** The next record with its owner, and the hook that its state needs. */
function changeOf<Tx>(
  change: KeyChange<Tx>,
  stored: OnceKnown,
  lost: { readonly cause: unknown } | undefined,
): OnceChange<Tx> {
  const { store, token, worker } = change;
  const known = readKnown(stored, store.merchant);
  const { own, others, now } = known;
  const merchant = store.merchant || undefined;
  const before = own?.version ?? 0;
  const isStored = own?.lastToken === token; // only the response to COMMIT was lost
  const next = isStored ? own : change.next(known);
  const owned = (more: Partial<OnceRecord>): OnceRecord =>
    withOwner(
      { ...next, merchant, version: before + 1, changedAt: now, lastToken, ...more },
      others,
      now,
      worker?.terms,
    );
  const lastToken = next.token === token ? next.lastToken : token;
  const isToTell = worker !== undefined && isClosed(next) && !isDone(next) && (next.dueAt ?? now) <= now;
  const isLost = lost !== undefined && isClosed(next) && !isDone(next);
  if (next === own && !isToTell && !isLost) return { row: undefined, before };
  if (worker === undefined || !(isToTell || isLost)) return { row: write(owned({})), before };
  const unrecorded = (cause: unknown) => {
    const pauses = isStored && isLost ? next.pauses : next.pauses + 1;
    const dueAt = now + pauseAfter(pauses - 1, worker.terms);
    const isBookTried = next.isBookTried || next.state === "captured";
    return owned({ pauses, dueAt, isBookTried, hookCause: cause === undefined ? next.hookCause : hookCauseOf(cause) });
  };
  if (lost !== undefined) return { row: write(unrecorded(lost.cause)), before };
  const recorded = next.state === "captured" ? ("captured" as const) : ("failed" as const);
  const succeeded = owned({
    recorded,
    pauses: 0,
    hookCause: undefined,
    dueAt: undefined,
    isBookTried: next.isBookTried || recorded === "captured",
  });
  const call = next.state === "captured" ? worker.book : worker.fail;
  const hook: NonNullable<OnceChange<Tx>["hook"]> = {
    run: (tx) => call(tx, snapshotOf(succeeded, now)),
    succeeded: write(succeeded),
    failed: (cause) => write(unrecorded(cause)),
  };
  return { row: write(unrecorded(undefined)), before, hook };
}

const WORD = /^[\w.-]{1,100}$/;

/** Reads what an error says about itself, or the driver's error that a query builder has wrapped: never its message. */
function hookCauseOf(error: unknown): NonNullable<OnceRecord["hookCause"]> {
  const word = (value: unknown) => (WORD.test(String(value)) && value !== undefined ? [String(value)] : []);
  let found = Object(error) as { name?: unknown; code?: unknown; errcode?: unknown; cause?: unknown };
  const [name] = word(found.name);
  for (let depth = 0; found.code === undefined && found.cause !== undefined && depth < 5; depth += 1)
    found = Object(found.cause);
  const code = [...word(found.code), ...word(found.errcode)].join(" "); // SQLite's own number stands beside Node's code
  return { name, code: code || undefined };
}
