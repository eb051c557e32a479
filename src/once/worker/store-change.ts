import { PaymentValidationError } from "../../index.js";
import { read, readKnown, write } from "../document.js";
import { OnceDecisionError, OnceStoreError, type Unstored } from "../errors.js";
import type { OnceOptions } from "../options.js";
import { entryOf, isClosed, isDone, type KnownRecords, type OnceRecord, snapshotOf, type Terms } from "../record.js";
import { withOwner } from "../rules/owner.js";
import { pauseAfter } from "../rules/transition.js";
import type { OnceChange, OnceKnown, OncePlace, OnceStore } from "../stores/store.js";
import type { Tell } from "./listeners.js";

export interface KeyChange<Tx> {
  readonly store: OnceStore<Tx>;
  readonly place: OncePlace;
  readonly token: string; // unique to this change, so that a retry finds what is already stored
  /** What it refuses is rethrown and never retried. If it returns the same record, nothing is stored. */
  readonly next: (known: KnownRecords) => OnceRecord;
  /** Absent for a person's decision, which calls no hook and leaves the times to the sweep. */
  readonly worker?: Pick<OnceOptions<Tx>, "book" | "fail"> & { readonly terms: Terms; readonly tell: Tell };
  readonly patienceMs: number;
  readonly unstored?: Omit<Unstored, "key" | "merchant">; // the known outcome, for the error
}

/** Measures milliseconds from now, by the faster of two clocks: a suspended machine may have stopped the other. */
export function stopwatch(): () => number {
  const [wall, steady] = [Date.now(), performance.now()];
  return () => Math.max(Date.now() - wall, performance.now() - steady);
}

const PAUSES_MS = [50, 200, 1_000, 3_000];

/** Stores a change of a key, with the hook of its state. A failing store is retried. @throws OnceStoreError */
export async function storeChange<Tx>(change: KeyChange<Tx>): Promise<OnceRecord> {
  const { store, place, token, worker, patienceMs, unstored } = change;
  const passedMs = stopwatch();
  let lost: unknown; // why the transaction of a hook is gone, perhaps committed
  for (let times = 0; ; times += 1) {
    const pauseMs = PAUSES_MS[times] ?? 10_000;
    const ended = await store.change(place, (known) => changeOf(change, known, lost));
    if (ended.end === "failed" && isRefusal(ended.cause)) throw shownToCaller(ended.cause);
    if (ended.end === "stored" || ended.end === "hook_failed") {
      const record = read(ended.document, store.merchant);
      const cause = ended.end === "hook_failed" ? ended.cause : isDone(record) ? undefined : lost;
      if (record.token === token || record.lastToken === token) worker?.tell(entryOf(record), cause);
      return record;
    }
    if (ended.end === "hook_lost") lost = ended.cause;
    // An outcome is not given up: the database may be a standby that is about to become the primary.
    const isHopeless = Object(ended.cause).isPermanent === true && unstored?.state === undefined;
    if (ended.end === "failed" && (isHopeless || passedMs() + pauseMs > patienceMs)) {
      throw new OnceStoreError({ key: place.key, merchant: store.merchant, ...unstored }, ended.cause);
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

const isRefusal = (error: unknown): error is Error =>
  [OnceDecisionError, PaymentValidationError].some((each) => error instanceof each);

/** Starts the error's stack here: V8 keeps ten frames, and those of the store would fill all of them. */
function shownToCaller(error: Error): Error {
  Error.captureStackTrace?.(error, shownToCaller);
  return error;
}

/** The next record with its owner, and the hook that its state needs. */
function changeOf<Tx>(change: KeyChange<Tx>, stored: OnceKnown, lost: unknown): OnceChange<Tx> {
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
  if (lost !== undefined) return { row: unrecorded(hookCauseOf(lost)), before };
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

/** What an error, or the driver's error that a query builder has wrapped, says about itself: never its message. */
function hookCauseOf(error: unknown): NonNullable<OnceRecord["hookCause"]> {
  const textOf = (...words: unknown[]) => words.filter((word) => WORD.test(String(word ?? ""))).join(" ") || undefined;
  const { name, code, errcode, cause } = Object(error);
  const driver = code === undefined ? Object(cause) : { code, errcode };
  return { name: textOf(name), code: textOf(driver.code, driver.errcode) };
}
