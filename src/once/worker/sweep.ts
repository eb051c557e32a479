import type { OnceEntry } from "../entry.js";
import { OnceStoreError, ofMerchant } from "../errors.js";
import { readStart } from "../input.js";
import type { KnownRecords, OnceRecord } from "../record.js";
import { swept } from "../rules/reserve.js";
import { due, type Place } from "../stores/queries.js";
import type { OnceStore } from "../stores/store.js";
import { tell, warn } from "./listeners.js";
import type { Take, Worker } from "./worker.js";

export const LIMIT = 100;
const AT_ONCE = 4;

/**
 * Works on the keys that are due, those of one authorization in turn: first what needs no call, then the calls.
 * @throws OnceStoreError if the store fails for two keys in a row, or if an outcome could not be stored.
 */
export async function sweep<Tx>(
  worker: Worker<Tx>,
  store: OnceStore<Tx>,
  isStopping: () => boolean,
): Promise<readonly OnceEntry[]> {
  const done: OnceEntry[] = [];
  let unstored: OnceStoreError | undefined; // an outcome that is known and not stored
  let failures = 0; // in a row
  let away: OnceStoreError | undefined;

  async function workOn(key: Place): Promise<void> {
    if (isStopping() || away !== undefined) return;
    try {
      // A key that was corrected since it was listed has another authorization, which is not locked.
      const isAsListed = ({ own }: KnownRecords) => own?.authorizationId === key.authorizationId;
      const take: Take = (known, by) => (isAsListed(known) ? swept(known, by) : (known.own as OnceRecord));
      done.push(await worker.work(key, take));
      failures = 0;
    } catch (error) {
      if (!(error instanceof OnceStoreError)) return; // a mistake in this key: it stays due, which `counts` shows
      if (error.state !== undefined) unstored ??= error;
      failures += 1;
      if (failures > 1) away = error;
    }
  }
  for (const which of ["no_call", "mark", "call"] as const) {
    const isTrial = which === "call" && worker.breaker.status().isOpen;
    const isOver = () => isTrial && !worker.breaker.isTrialDue;
    const left = LIMIT - done.length;
    if (left <= 0 || isOver()) break;
    const keys = await due(store, which, left);
    const lines = [...Map.groupBy(keys, ({ authorizationId }) => authorizationId).values()].values();
    const work = async () => {
      for (const line of lines) for (const key of line) if (!isOver()) await workOn(key);
    };
    await Promise.all(Array.from({ length: isTrial ? 1 : AT_ONCE }, work));
  }
  const error = unstored ?? away;
  if (error !== undefined) throw error;
  return done;
}

type SweepOnce = (isStopping: () => boolean) => Promise<boolean>;
/** Sweeps now, and again after each pause, until the returned function is called. It resolves when no sweep is running. */
export function startTimer(sweep: SweepOnce, options: unknown, merchant: string): () => Promise<void> {
  const next = "The next one comes all the same. Give once.start an onError to get the error";
  const warnOf = (error: unknown) => warn(`a sweep${ofMerchant(merchant)} failed: ${error}. ${next}`, "SWEEP_FAILED");
  const { everyMs = 60_000, onError = warnOf } = readStart(options);
  let isStopping = false;
  let wake: (() => void) | undefined;
  const run = async () => {
    while (!isStopping) {
      const isMoreDue = await sweep(() => isStopping).catch((error) => tell(onError, error));
      if (isStopping) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, isMoreDue ? 0 : everyMs);
      wake = resolve;
      await promise;
      clearTimeout(timer);
    }
  };
  const ended = run();
  return () => {
    isStopping = true;
    wake?.();
    return ended;
  };
}
