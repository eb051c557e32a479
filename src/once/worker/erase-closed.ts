import { readFields, required } from "../../model/fields.js";
import * as is from "../../model/is.js";
import { OnceStoreError } from "../errors.js";
import type { OnceRecord } from "../record.js";
import { pagesOf } from "../reports/report.js";
import { erased } from "../rules/erase.js";
import { read, readKnown, write } from "../stores/document.js";
import type { OnceErasure, OnceStore } from "../stores/store.js";

const SHAPE = { before: required(is.date, "give a Date; keys that were closed before it are erased") };
const CLOSED = ["captured", "rejected", "not_captured"] as const;
const SET = 500; // keys in a transaction
const SETS_AT_ONCE = 4; // while the database stores some, this process makes the others

/**
 * Erases the personal data of keys that were closed before a time. Resolves to how many keys were erased. It raises no
 * version and keeps each `lastToken`, because nothing changes that a decision or a retry relies on.
 */
export async function eraseClosed(store: OnceStore<never>, options: { readonly before: Date }): Promise<number> {
  const until = readFields("erase", options, SHAPE).before.getTime();
  return await (store.eraseSet === undefined ? eraseEach(store, until) : eraseSets(store, until));
}

async function eraseSets(store: OnceStore<never>, until: number): Promise<number> {
  let count = 0;
  let failed: unknown;
  const eraseOn = async () => {
    let place: Pick<OnceErasure, "after" | "afterTime"> | undefined = {};
    while (place !== undefined && failed === undefined) {
      const of: OnceErasure = { ...place, to: until, limit: SET };
      place = undefined;
      let erasedNow = 0;
      await store.eraseSet?.(of, ({ documents, now }) => {
        const records = documents.map((document) => read(document, store));
        const last = records[SET - 1];
        if (last !== undefined) place = { after: last.key, afterTime: last.stateSince };
        const rows = records.map((record) => write(erased(record, now, until))).filter(({ isErased }) => isErased);
        erasedNow = rows.length;
        return rows;
      });
      count += erasedNow;
    }
  };
  const stop = (error: unknown) => {
    failed ??= error; // the sets in progress end before the error is thrown
  };
  await Promise.all(Array.from({ length: SETS_AT_ONCE }, () => eraseOn().catch(stop)));
  if (failed !== undefined) throw failed;
  return count;
}

/** For a store that has no sets. */
async function eraseEach(store: OnceStore<never>, until: number): Promise<number> {
  let count = 0;
  const closed = { states: CLOSED, to: until, sortBy: "stateSince", limit: 100 } as const;
  for await (const { records, now } of pagesOf(store, closed)) {
    for (const record of records.filter((each) => erased(each, now, until) !== each)) {
      await eraseOne(store, record, until);
      count += 1;
    }
  }
  return count;
}

async function eraseOne(store: OnceStore<never>, record: OnceRecord, until: number): Promise<void> {
  const { key } = record;
  try {
    await store.change(record, (known) => {
      const own = readKnown(known, store).own as OnceRecord; // nothing is ever deleted
      return { row: write(erased(own, known.now, until)) };
    });
  } catch (cause) {
    throw new OnceStoreError({ key, merchant: store.merchant, finalization: {} }, cause);
  }
}
