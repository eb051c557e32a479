/** Stores the changes of a key, and books a capture in the same transaction. */
import { demand, OnceDecisionError, OnceStoreError, type Unstored } from "../errors.js";
import type { ResolvedOnceOptions } from "../options.js";
import { bookingOf, entryOf, type KnownRecords, type OnceRecord } from "../record.js";
import { bookCauseOf } from "../rules/book-cause.js";
import { withOwner } from "../rules/owner.js";
import { pauseAfter } from "../rules/transition.js";
import { read, readKnown, write } from "../stores/document.js";
import type { OnceChange, OnceKnown, OncePlace } from "../stores/store.js";
import { stopwatch } from "./attempt.js";
import type { OnceListeners } from "./on-change.js";

export interface ChangeOptions<Tx> extends Pick<ResolvedOnceOptions<Tx>, "store" | "book" | "unbook" | "terms"> {
  readonly listeners: OnceListeners;
}

/** A change of one key. */
export interface KeyChange {
  readonly place: OncePlace;
  /** Unique to this change, so that a retry finds what is already stored. */
  readonly token: string;
  /** Its errors are rethrown and never retried. */
  readonly next: (known: KnownRecords) => OnceRecord;
  /** How long a failing store is retried. */
  readonly patienceMs: number;
  /** The known outcome, for the error if the store keeps failing. */
  readonly unstored?: Omit<Unstored, "key" | "merchant">;
}

const PAUSES_MS = [50, 200, 1_000, 3_000];
const LONGEST_PAUSE_MS = 10_000;

/**
 * Stores a change and notifies the listener. A failing store is retried: `next` then finds what is already stored.
 *
 * @throws OnceStoreError if the store keeps failing, or if a newer program wrote to it.
 */
export function storeChange<Tx>(options: ChangeOptions<Tx>, change: KeyChange): Promise<OnceRecord> {
  const { store, listeners } = options;
  const { merchant } = store;
  const { place, token, next, patienceMs, unstored = { finalization: {} } } = change;
  return listeners.during(place.key, async (tell) => {
    const passedMs = stopwatch();
    for (let times = 0; ; times += 1) {
      let made: OnceChange<Tx> | undefined;
      let mistake: { readonly error: unknown } | undefined;
      const decide = (stored: OnceKnown) => {
        try {
          const known = readKnown(stored, store);
          const { own } = known;
          const isStored = own?.lastToken === token; // only the response to COMMIT was lost
          made = withBooks(isStored ? own : next(known), known, token, options);
          return made;
        } catch (error) {
          mistake = { error };
          throw error;
        }
      };
      try {
        const { document, cause } = await store.change(place, decide);
        const record = read(document, store);
        if (record.token === token || record.lastToken === token) tell(entryOf(record), cause);
        return record;
      } catch (cause) {
        const error = mistake?.error;
        const isOutcomeLost = error instanceof OnceStoreError && unstored.state !== undefined;
        if (isOutcomeLost) throw new OnceStoreError({ key: place.key, merchant, ...unstored }, error.cause);
        if (mistake !== undefined) throw shownToCaller(error, merchant);
        if (made?.book !== undefined && made.withoutBook === undefined) {
          const rule = `${place.key}: unbook failed. Fix its cause, take a new snapshot, and decide again unless the key shows your decision`;
          throw new OnceDecisionError(rule, { cause, merchant });
        }
        const pauseMs = PAUSES_MS[times] ?? LONGEST_PAUSE_MS;
        // An outcome is not given up: the database may be a standby that is about to become the primary.
        const isPermanent = Object(cause).isPermanent === true && unstored.state === undefined;
        if (isPermanent || passedMs() + pauseMs > patienceMs)
          throw new OnceStoreError({ key: place.key, merchant, ...unstored }, cause);
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
  });
}

/** Starts the error's stack here: V8 keeps ten frames, and those of the store would fill all of them. */
function shownToCaller(error: unknown, merchant: string | undefined): unknown {
  const isUnnamed = error instanceof OnceDecisionError && merchant;
  const shown = isUnnamed ? new OnceDecisionError(error.message, { merchant }) : error;
  if (shown instanceof Error) Error.captureStackTrace?.(shown, shownToCaller);
  return shown;
}

/** The next version of the record, with its owner and the change of the books. */
function withBooks<Tx>(
  next: OnceRecord,
  { own, others, now }: KnownRecords,
  token: string,
  { store, book, unbook, terms }: ChangeOptions<Tx>,
): OnceChange<Tx> {
  const isToBook = next.state === "captured" && !next.isBooked && (next.dueAt ?? now) <= now;
  if (next === own && !isToBook) return { row: undefined };
  const lastToken = next.token === token ? next.lastToken : token;
  const owned = (more: Partial<OnceRecord> = {}) =>
    withOwner(
      {
        ...next,
        bookCause: next.state === "captured" ? next.bookCause : undefined,
        merchant: store.merchant || undefined,
        version: (own?.version ?? 0) + 1,
        lastToken,
        ...more,
      },
      others,
      terms,
    );
  if (isToBook) {
    const { bookFailures } = next;
    const reason = bookFailures > 0 ? undefined : next.reason;
    const booked = owned({ isBooked: true, bookFailures: 0, bookCause: undefined, dueAt: undefined, reason });
    const failed = { bookFailures: bookFailures + 1, reason: "captured, and not booked: book failed" };
    const dueAt = now + pauseAfter(bookFailures, terms);
    const withoutBook = (cause: unknown) => write(owned({ ...failed, dueAt, bookCause: bookCauseOf(cause) }));
    return { row: write(booked), book: (tx) => book(tx, bookingOf(booked)), withoutBook };
  }
  const isTakenBack = next.isBooked && next.state !== "captured" && next.state !== "conflict";
  if (!isTakenBack) return { row: write(owned()) };
  const noUnbook = `${next.key} is in the books, and Once has no unbook that takes it out: add one, then decide again. captured is right only if the money moved`;
  demand(unbook !== undefined, noUnbook);
  const booked = own as OnceRecord; // `next` may stand for a corrected request
  return { row: write(owned({ isBooked: false })), book: (tx) => unbook(tx, bookingOf(booked)) };
}
