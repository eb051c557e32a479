import type { Finalization } from "../index.js";
import { read, readKnown } from "./document.js";
import type { OnceEntry, OnceSnapshot, Read } from "./entry.js";
import { OnceStoreError } from "./errors.js";
import * as input from "./input.js";
import type { OnceReviewOptions } from "./options.js";
import { entryOf, type KnownRecords, type OnceRecord, snapshotOf } from "./record.js";
import { adopted, decided, type OnceAdoption, type OnceDecision, type OnceVersion } from "./rules/decide.js";
import { adviceOf } from "./rules/owner.js";
import { demandKey, requestOf } from "./rules/request.js";
import { corrected, erased, type OnceCorrection, withdrawn, withdrawnRequest } from "./rules/withdraw.js";
import * as queries from "./stores/queries.js";
import type { OncePlace, OnceStore } from "./stores/store.js";
import { storeChange } from "./worker/store-change.js";

const PATIENCE_MS = 10_000;
type Next = (known: KnownRecords) => OnceRecord;

/**
 * Lets people look at keys and decide about them, by the store alone. It sends nothing and calls no hook: the workers' sweep
 * carries out what is decided. Each method throws an `OnceStoreError` if the store keeps failing.
 */
export class OnceReview {
  readonly #store: OnceStore<never>;
  readonly #preview: OnceReviewOptions["preview"];

  /** @throws TypeError for an option that is missing, unknown or invalid. */
  constructor(options: OnceReviewOptions) {
    const { store, preview } = input.readReviewOptions(options) as object as Read<OnceReviewOptions>;
    this.#store = store;
    this.#preview = preview;
  }

  /** Reads one key. Resolves to undefined if the store does not know it. */
  async get(key: string): Promise<OnceSnapshot | undefined> {
    const { own, now } = await this.#find(input.readKey({ key }).key);
    return own && (await this.#asked([own], now))[0];
  }

  /**
   * Lists keys in the order of their names. `{ waitsFor: "person" }` lists those for manual review: the `advice` of each says
   * what to look up.
   * @throws TypeError for an option that is unknown or invalid.
   */
  async list(query: queries.ListQuery = {}): Promise<queries.OnceList> {
    const { limit = 100, ...asked } = input.readListQuery(query);
    const { documents, now } = await queries.list(this.#store, { ...asked, limit: limit + 1 });
    const records = this.#read(documents.slice(0, limit));
    const next = documents.length > limit ? records.at(-1)?.key : undefined;
    return { entries: await this.#asked(records, now), next, now };
  }

  /** Counts the open keys of each state and `waitsFor`, for alerts. Each count has the earliest times of its keys. */
  async counts(): Promise<queries.OnceCounts> {
    return await queries.counts(this.#store);
  }

  /**
   * Stores a person's decision about a key. Nothing is sent here: the sweep calls the hooks, and sends after `send_again`.
   * @param seen - The snapshot that the person saw **before** they looked up the evidence.
   * @throws OnceDecisionError if the key or its authorization has changed since, if the evidence does not show what is
   * decided, or if the decision could capture twice. Nothing was changed.
   */
  async decide(seen: OnceVersion, decision: OnceDecision): Promise<OnceEntry> {
    const version = input.readSeen(seen);
    const made = input.readDecision(decision);
    const captureId = made.as === "captured" ? made.transactionId : undefined;
    return await this.#change(version.key, (known) => decided(known, version, made), captureId);
  }

  /**
   * Replaces the request of a key that cannot have been captured. The sweep sends the new one.
   * @throws OnceDecisionError if the key has changed since, or may be captured. Nothing was changed.
   * @throws PaymentValidationError if the request is invalid.
   */
  async correct(seen: OnceVersion, finalization: Finalization, correction: OnceCorrection): Promise<OnceEntry> {
    const version = input.readSeen(seen);
    const { authorization, ...signed } = input.readCorrection(correction);
    const preview = this.#preview;
    if (!preview) throw new TypeError("correct needs the option preview of OnceReview: give your client's preview");
    const given = requestOf({ preview }, version.key, finalization, authorization);
    return await this.#change(version.key, (known) => corrected(known, version, given, signed));
  }

  /**
   * Closes a key that cannot have been captured, so that its job captures nothing. No hook is called.
   * @param key - The idempotency key, exactly as the job has it, or a snapshot that must not have changed.
   * @throws OnceDecisionError if the key may be captured, is captured or closed. Nothing was changed.
   */
  async withdraw(key: string | OnceVersion, signed: { readonly by: string; readonly why: string }): Promise<OnceEntry> {
    const seen = typeof key === "object" ? input.readSeen(key) : { key };
    const made = input.readWithdrawal(signed);
    demandKey(seen.key);
    return await this.#change(seen.key, (known) => withdrawn(known, seen, made));
  }

  /**
   * Enters a capture that was made without `Once`. The key is new or withdrawn. Unless `isRecorded`, the sweep calls `book`.
   * @param finalization - What was captured. Its `transactionId` is the authorization's.
   * @throws OnceDecisionError if the key exists, or if another key may stand for the same capture. Nothing was changed.
   */
  async adopt(
    key: string,
    finalization: Pick<Finalization, "orderId" | "transactionId" | "totalAmount">,
    adoption: OnceAdoption,
  ): Promise<OnceEntry> {
    demandKey(key);
    const capture = input.readCapture(finalization);
    const { authorization, ...made } = input.readAdoption(adoption);
    const { expiresAt, ...facts } = authorization;
    const request = { ...facts, ...capture, body: "" };
    const given = { key, authorizationId: capture.transactionId, request, expiresAt: expiresAt?.getTime() };
    return await this.#put({ ...given, captureId: made.transactionId }, (known) => adopted(known, given, made));
  }

  /**
   * Erases the request bodies, responses, reasons and advice of keys that were closed before `before`.
   *
   * Only a key past its `mayArriveUntil` is erased, and it is never sent again. If this is interrupted, call it again.
   * Resolves to the number of keys.
   */
  async erase(options: { readonly before: Date }): Promise<number> {
    const before = input.readErase(options).before.getTime();
    let count = 0;
    for (let after: queries.Erasable | undefined; ; ) {
      const page = await queries.erasable(this.#store, before, after);
      for (const key of page) {
        let isErased = false;
        await this.#put(key, ({ own, now }) => {
          const next = erased(own as OnceRecord, now, before); // nothing is ever deleted
          isErased = next !== undefined;
          return next ?? (own as OnceRecord);
        });
        if (isErased) count += 1;
        await new Promise((resolve) => setImmediate(resolve)); // SQLite holds the only thread
      }
      after = page.at(-1);
      if (after === undefined) return count;
    }
  }

  /** The records with the questions to a person as they are now: what is decided about one key changes that of another. */
  async #asked(records: readonly OnceRecord[], now: number): Promise<OnceSnapshot[]> {
    const open = records.filter(({ waitsFor }) => waitsFor === "person").map(({ authorizationId }) => authorizationId);
    const ids = [...new Set(open)];
    const all = ids.length === 0 ? [] : this.#read(await queries.ofAuthorizations(this.#store, ids));
    return records.map((record) => {
      const isOther = (each: OnceRecord) => each.authorizationId === record.authorizationId && each.key !== record.key;
      return snapshotOf({ ...record, advice: adviceOf(record, all.filter(isOther)) }, now);
    });
  }

  #read(documents: readonly string[]): OnceRecord[] {
    return documents.map((document) => read(document, this.#store.merchant));
  }

  async #find(key: string): Promise<KnownRecords> {
    const found = await queries.find(this.#store, key);
    const { merchant } = this.#store;
    try {
      return readKnown(found, merchant);
    } catch (cause) {
      throw new OnceStoreError({ merchant }, cause);
    }
  }

  /** Changes a key under the lock of its authorization. If a correction comes between, the key's version has changed. */
  async #change(key: string, next: Next, captureId?: string): Promise<OnceEntry> {
    const { own } = await this.#find(key);
    const { authorizationId } = own ?? withdrawnRequest(key);
    return await this.#put({ key, authorizationId, captureId }, next);
  }

  async #put(place: OncePlace, next: Next): Promise<OnceEntry> {
    const token = crypto.randomUUID();
    return entryOf(await storeChange({ store: this.#store, place, token, next, patienceMs: PATIENCE_MS }));
  }
}
