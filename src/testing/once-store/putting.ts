import { rejects } from "node:assert/strict";
import type { OnceKnown, OncePlace, OnceQuery, OnceRow, OnceStore } from "../../once/index.js";

/** Stores a row, or what a function makes of the store's clock and documents. Resolves to the row. */
export async function put<Tx>(
  store: OnceStore<Tx>,
  row: OnceRow,
  of: (known: OnceKnown) => Partial<OnceRow> = () => ({}),
): Promise<OnceRow> {
  let stored = row;
  await store.change(row, (known) => {
    stored = { ...row, ...of(known) };
    return { row: stored };
  });
  return stored;
}

/** What the store knows about a key and its authorization, without a change. */
export async function shown<Tx>(store: OnceStore<Tx>, place: OncePlace): Promise<OnceKnown> {
  const seen: OnceKnown[] = [];
  const stop = new Error("only to see");
  const change = store.change(place, (known) => {
    seen.push(known);
    throw stop;
  });
  await rejects(change, (error) => error === stop);
  return seen[0] as OnceKnown;
}

/** The stored document of a key. */
export const kept = async <Tx>(store: OnceStore<Tx>, key: string) => (await store.find(key))?.document;

/** The keys of a list, in its order. */
export const listed = async <Tx>(store: OnceStore<Tx>, query: Partial<OnceQuery> = {}) =>
  keysOf((await store.list({ limit: 10, ...query })).documents);

/** The keys of documents that `rowOf` made. */
export const keysOf = (documents: readonly string[]) =>
  documents.map((document) => (JSON.parse(document) as Pick<OnceRow, "key">).key);

/** Repeats `attempt` until it resolves to something other than undefined. */
export async function until<T>(what: string, attempt: () => Promise<T | undefined>): Promise<T> {
  for (const giveUpAt = Date.now() + 15_000; Date.now() < giveUpAt; await pause(10)) {
    const given = await attempt();
    if (given !== undefined) return given;
  }
  throw new Error(`waited in vain: ${what}`);
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Whether the promise settles within a moment. */
export function isSoon(promise: Promise<unknown>): Promise<boolean> {
  const yes = () => true;
  return Promise.race([promise.then(yes, yes), pause(200).then(() => false)]);
}
