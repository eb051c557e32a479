/** Stores what becomes of a key, and books a capture in the same transaction. */
import { stopwatch } from "./attempt.js";
import { demand, OnceDecisionError, OnceStoreError, type OnceUnstored } from "./errors.js";
import type { OnceListeners } from "./on-change.js";
import type { ResolvedOnceOptions } from "./options.js";
import { withOwner } from "./owner.js";
import { captureOf, type OnceRecord } from "./record.js";
import type { OnceChange, OnceKnown, OncePlace } from "./store.js";
import { pauseAfter } from "./transition.js";

/** Where changes are stored, and who is told of them. */
export interface Books<Tx> extends Pick<ResolvedOnceOptions<Tx>, "store" | "book" | "unbook" | "terms"> {
  readonly listeners: OnceListeners;
}

/** A change of one key. */
export interface KeyChange {
  readonly place: OncePlace;
  /** Of this change alone: a repeat finds by it what is stored already. */
  readonly token: string;
  /** What it throws is thrown on, and never tried again. */
  readonly next: (known: OnceKnown) => OnceRecord;
  /** How long a store that fails is tried again. */
  readonly patienceMs: number;
  /** What is known, for the error where the store stays away. */
  readonly unstored?: Omit<OnceUnstored, "key">;
}

const PAUSES_MS = [50, 200, 1_000, 3_000];
const LONGEST_PAUSE_MS = 10_000;

/**
 * Stores a change and tells of it. A store that fails is tried again: `next` then finds what is stored already.
 *
 * @throws OnceStoreError where the store stays away.
 */
export function stored<Tx>(books: Books<Tx>, change: KeyChange): Promise<OnceRecord> {
  const { place, token, next, patienceMs, unstored = { finalization: {} } } = change;
  return books.listeners.during(place.key, async (tell) => {
    const passedMs = stopwatch();
    let isChange = false;
    for (let times = 0; ; times += 1) {
      let made: OnceChange<Tx> | undefined;
      let mistake: { readonly error: unknown } | undefined;
      const decide = (known: OnceKnown) => {
        try {
          made = withBooks(next(known), known, token, books);
          isChange ||= made.record !== known.own;
          return made;
        } catch (error) {
          mistake = { error };
          throw error;
        }
      };
      try {
        const { record, cause } = await books.store.change(place, decide);
        if (isChange && (record.token === token || record.lastToken === token)) tell(captureOf(record), cause);
        return record;
      } catch (cause) {
        if (mistake !== undefined) throw shownToCaller(mistake.error);
        if (isUnbooking(made))
          throw new OnceDecisionError(`${place.key}: unbook failed, nothing was changed`, { cause });
        const pauseMs = PAUSES_MS[times] ?? LONGEST_PAUSE_MS;
        if (passedMs() + pauseMs > patienceMs) throw new OnceStoreError({ key: place.key, ...unstored }, cause);
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
  });
}

/** The error with its stack from here: V8 keeps ten functions of a stack, and the store's own would take all of them. */
function shownToCaller(error: unknown): unknown {
  if (error instanceof Error) Error.captureStackTrace?.(error, shownToCaller);
  return error;
}

const isUnbooking = <Tx>(made: OnceChange<Tx> | undefined) =>
  made?.book !== undefined && made.withoutBook === undefined;

/** The next version of the record, with its owner, and with what has to be done in the books. */
function withBooks<Tx>(next: OnceRecord, known: OnceKnown, token: string, books: Books<Tx>): OnceChange<Tx> {
  const { own, others, now } = known;
  const { book, unbook, terms } = books;
  const isToBook = next.state === "captured" && !next.isBooked && (next.dueAt ?? now) <= now;
  if (next === own && !isToBook) return { record: own };
  const lastToken = next.token === token ? next.lastToken : token;
  const owned = (more: Partial<OnceRecord>) =>
    withOwner({ ...next, version: (own?.version ?? 0) + 1, lastToken, ...more }, others, terms);
  if (isToBook) {
    const { bookFailures } = next;
    const reason = bookFailures > 0 ? undefined : next.reason;
    const booked = owned({ isBooked: true, bookFailures: 0, dueAt: undefined, reason });
    const failed = { bookFailures: bookFailures + 1, reason: "captured, and not booked: book failed" };
    const withoutBook = owned({ ...failed, dueAt: now + pauseAfter(bookFailures, terms) });
    return { record: booked, book: (tx) => book(tx, booked), withoutBook };
  }
  const isTakenBack = next.isBooked && next.state !== "captured" && next.state !== "conflict";
  if (own === undefined || !isTakenBack) return { record: owned({}) };
  demand(unbook !== undefined, `${next.key} is in the books: give Once an unbook, or decide captured`);
  // As it was booked: the record may stand for a corrected request by now.
  return { record: owned({ isBooked: false }), book: (tx) => unbook(tx, own) };
}
