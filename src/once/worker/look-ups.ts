import type { LookUpBalance } from "../../index.js";
import { OnceStoreError } from "../errors.js";
import type { ResolvedOnceOptions } from "../options.js";
import type { OnceRecord } from "../record.js";
import { pagesOf } from "../reports/report.js";
import { lookUpAt, withLookUp } from "../rules/look-up.js";
import { withOwner } from "../rules/owner.js";
import { read, readKnown, write } from "../stores/document.js";
import type { OnceFound } from "../stores/store.js";

type Options<Tx> = Pick<ResolvedOnceOptions<Tx>, "payments" | "store" | "timeoutMs" | "terms">;

/**
 * Reads the balances of keys that may be captured, and that wait for a person or are pending. Sends nothing that could
 * move money, and changes no state.
 *
 * @throws OnceStoreError if the store fails.
 */
export async function lookUps<Tx>(options: Options<Tx>, limit: number, signal?: AbortSignal): Promise<void> {
  if (options.payments.lookUp === undefined || signal?.aborted) return;
  for (const { key } of (await dueOf(options)).slice(0, limit)) {
    if (signal?.aborted) return;
    const isRead = await lookUpOne(options, key);
    if (!isRead) return; // the service may be away: the other keys stay due
  }
}

/** The keys whose balance is due to be read, the one that was read longest ago first. */
async function dueOf<Tx>({ store }: Options<Tx>): Promise<OnceRecord[]> {
  const due = new Map<string, readonly [at: number, OnceRecord]>();
  for (const query of [{ waitsFor: "person" }, { states: ["pending"] }] as const) {
    for await (const { records, now } of pagesOf(store, { ...query, limit: 1_000 })) {
      for (const record of records) {
        const at = lookUpAt(record);
        if (at !== undefined && at <= now) due.set(record.key, [at, record]);
      }
    }
  }
  return [...due.values()].sort(([a], [b]) => a - b).map(([, record]) => record);
}

/** Reads the balance of one key and stores it. Returns false if it could not be read. */
async function lookUpOne<Tx>({ payments, store, timeoutMs, terms }: Options<Tx>, key: string): Promise<boolean> {
  try {
    const { document, now } = (await store.find(key)) as OnceFound; // the time is taken before the reading begins
    const earlier = read(document, store);
    const { orderId, transactionId } = earlier.request;
    const lookUp = payments.lookUp as LookUpBalance;
    const reading = lookUp({ orderId, transactionId }, { timeoutMs });
    const found = await reading.then(
      (balance) => ({ balance }),
      () => undefined, // evidence is missing, and nothing else depends on it
    );
    const balance = found?.balance;
    const told = balance && { finalized: balance.finalized.toFixed(), pending: balance.pending.toFixed() };
    await store.change(earlier, (known) => {
      const { own, others } = readKnown(known, store);
      const next = withLookUp(own as OnceRecord, earlier, told, now); // nothing is ever deleted
      return { row: next && write(withOwner(next, others, terms)) };
    });
    return found !== undefined;
  } catch (cause) {
    if (cause instanceof OnceStoreError) throw cause;
    throw new OnceStoreError({ key, merchant: store.merchant, finalization: {} }, cause);
  }
}
