import { PaymentValidationError } from "../index.js";
import { demand, OnceDecisionError } from "./errors.js";
import type { OnceBook, OnceOptions } from "./options.js";
import type { OnceRecord } from "./record.js";
import type { OnceChange, OnceKnown, OncePlace } from "./store.js";

/** Where a capture is stored, and booked. */
type Books<Tx> = Pick<OnceOptions<Tx>, "store" | "book" | "unbook">;

const BOOK_AGAIN_MS = 60_000;

/**
 * Stores what `next` makes of a key, and books it in the same transaction. Where that throws, the capture is stored
 * nevertheless, as not booked. Repeated while the store fails: `next` finds what it stored already.
 */
export async function stored<Tx>(
  books: Books<Tx>,
  place: OncePlace,
  next: (known: OnceKnown) => OnceRecord,
): Promise<OnceRecord> {
  const change = (isToBook: boolean) =>
    persistently(() => books.store.change(place, (known) => withBooks(next(known), known, books, isToBook)));
  try {
    return await change(true);
  } catch (error) {
    if (!isOfBook(error)) throw error;
    return change(false);
  }
}

/** `cause` is what the merchant's own code threw. */
class NotBooked extends Error {}

/** `book` threw, or is asynchronous where it must not be. */
const isOfBook = (error: unknown) => error instanceof NotBooked || error instanceof TypeError;

/** A mistake stays one, whatever the database does. */
const isMistake = (error: unknown) => error instanceof OnceDecisionError || error instanceof PaymentValidationError;

/** The next version of the record, with what has to be done in the books. */
function withBooks<Tx>(next: OnceRecord, { own, now }: OnceKnown, books: Books<Tx>, isToBook: boolean): OnceChange<Tx> {
  const { book, unbook } = books;
  const record = { ...next, version: (own?.version ?? 0) + 1 };
  if (next.state === "captured" && !next.isBooked) {
    const reason = "captured, and not booked: book threw";
    if (!isToBook) return { record: { ...record, dueAt: now + BOOK_AGAIN_MS, reason } };
    const booked = { ...record, isBooked: true, dueAt: undefined };
    return { record: booked, book: inBooks(book, booked, NotBooked) };
  }
  const isTakenBack = next.isBooked && ["not_captured", "retryable", "unknown"].includes(next.state);
  if (!isTakenBack) return { record: next === own ? own : record };
  const otherwise = `${next.key} is in the books: give Once an unbook that takes it out, or say that it is captured`;
  demand(unbook !== undefined, otherwise);
  // As it was booked: the record may stand for a corrected request by now.
  return { record: { ...record, isBooked: false }, book: inBooks(unbook, own as OnceRecord, OnceDecisionError) };
}

function inBooks<Tx>(book: OnceBook<Tx>, capture: OnceRecord, Failure: typeof NotBooked): (tx: Tx) => unknown {
  const failed = (cause: unknown): never => {
    throw new Failure(`${capture.key}: the books were not written`, { cause });
  };
  return (tx) => {
    try {
      const written = book(tx, capture);
      return isThenable(written) ? Promise.resolve(written).catch(failed) : written;
    } catch (error) {
      return failed(error);
    }
  };
}

/** A query that only runs when it is awaited is one too. */
function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as Partial<PromiseLike<unknown>> | undefined)?.then === "function";
}

const PAUSES_MS = [50, 200, 1_000, 3_000, 10_000];

/** What is known of money is not let go because a database is away for a moment. */
async function persistently<T>(act: () => Promise<T>, pauses = PAUSES_MS): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const [first, ...rest] = pauses;
    if (isOfBook(error) || isMistake(error) || first === undefined) throw error;
    await new Promise((resolve) => setTimeout(resolve, first));
    return persistently(act, rest);
  }
}
