import { readFields, required } from "../../model/fields.js";
import * as is from "../../model/is.js";
import type { OnceRecord } from "../record.js";
import { pagesOf } from "../reports/report.js";
import { erased } from "../rules/erase.js";
import type { OnceStore } from "../stores/store.js";
import type { Worker } from "./worker.js";

const SHAPE = { before: required(is.date, "give a Date; keys that were closed before it are erased") };
const CLOSED = ["captured", "rejected", "not_captured"] as const;

/** Erases the personal data of keys that were closed before a time. Resolves to how many keys were erased. */
export async function eraseClosed<Tx>(worker: Worker<Tx>, store: OnceStore<Tx>, options: { readonly before: Date }) {
  const until = readFields("erase", options, SHAPE).before.getTime();
  let count = 0;
  for await (const { records, now } of pagesOf(store, {
    states: CLOSED,
    to: until,
    sortBy: "stateSince",
    limit: 100,
  })) {
    for (const record of records.filter((each) => erased(each, now, until) !== each)) {
      await worker.change(record, (known) => erased(known.own as OnceRecord, known.now, until));
      count += 1;
    }
  }
  return count;
}
