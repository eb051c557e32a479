import { rejects } from "node:assert/strict";
import type { OnceKnown, OnceQuery, OnceRecord, OnceSnapshot, OnceStore } from "../../once/index.js";

/** Stores a record as it is, or as it is made of what the store shows. */
export async function put<Tx>(
  store: OnceStore<Tx>,
  record: OnceRecord,
  of: (known: OnceKnown) => Partial<OnceRecord> = () => ({}),
): Promise<OnceRecord> {
  const changed = await store.change(record, (known) => ({ record: { ...record, ...of(known) } }));
  return changed.record;
}

/** What the store shows of a place, without changing it. */
export async function shown<Tx>(
  store: OnceStore<Tx>,
  place: { readonly key: string; readonly authorization: string },
): Promise<OnceKnown> {
  const seen: OnceKnown[] = [];
  const stop = new Error("only to see");
  const change = store.change(place, (known) => {
    seen.push(known);
    throw stop;
  });
  await rejects(change, (error) => error === stop);
  return seen[0] as OnceKnown;
}

/** What it has of a key. */
export async function kept<Tx>(store: OnceStore<Tx>, key: string): Promise<OnceRecord | undefined> {
  const snapshot = await store.find(key);
  return snapshot && unseen(snapshot);
}

/** A snapshot without its time. */
export function unseen({ seenAt: _, ...record }: OnceSnapshot): OnceRecord {
  return record;
}

/** The keys of a list, in its order. */
export const listed = async <Tx>(store: OnceStore<Tx>, query: Partial<OnceQuery> = {}) =>
  keysOf((await store.list({ limit: 10, ...query })).records);

export const keysOf = (records: readonly OnceRecord[]) => records.map(({ key }) => key);

/** Tries again until it gives something other than undefined. */
export async function until<T>(what: string, attempt: () => Promise<T | undefined>): Promise<T> {
  for (const giveUpAt = Date.now() + 15_000; Date.now() < giveUpAt; await pause(10)) {
    const given = await attempt();
    if (given !== undefined) return given;
  }
  throw new Error(`waited in vain: ${what}`);
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Whether it has ended within a moment. */
export function isSoon(promise: Promise<unknown>): Promise<boolean> {
  const yes = () => true;
  return Promise.race([promise.then(yes, yes), pause(200).then(() => false)]);
}
