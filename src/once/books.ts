import { PaymentValidationError } from "../index.js";
import { OnceDecisionError } from "./errors.js";
import type { Book } from "./options.js";
import type { OnceRecord } from "./record.js";
import type { Change, Known, OnceStore, Place } from "./store.js";

/** How a capture gets into the merchant's books, and out of them. */
export interface Books<Tx> {
  readonly book: Book<Tx>;
  readonly unbook: Book<Tx> | undefined;
}

const BOOK_AGAIN_MS = 60_000;

/**
 * Stores what `next` makes of a key, and books it in the same transaction. Where that throws, the capture is stored
 * nevertheless, as not booked. Repeated while the store fails: `next` finds what it stored already.
 */
export async function stored<Tx>(
  store: OnceStore<Tx>,
  place: Place,
  next: (known: Known) => OnceRecord,
  books: Books<Tx>,
): Promise<OnceRecord> {
  try {
    return await persistently(() => store.change(place, (known) => withBooks(next(known), known, books)));
  } catch (error) {
    if (!isFinal(error) || error instanceof OnceDecisionError || error instanceof PaymentValidationError) throw error;
    return persistently(() => store.change(place, (known) => unlessBooked(next(known), known, books)));
  }
}

/** Somebody else may have booked it in between. */
function unlessBooked<Tx>(record: OnceRecord, known: Known, books: Books<Tx>): Change<Tx> {
  if (!isToBeBooked(record)) return withBooks(record, known, books);
  const version = (known.own as OnceRecord).version + 1;
  return {
    record: { ...record, version, dueAt: known.now + BOOK_AGAIN_MS, reason: "captured, and not booked: book threw" },
  };
}

const isToBeBooked = ({ state, isBooked }: OnceRecord) => state === "captured" && !isBooked;

/** `cause` is what the merchant's own code threw. */
class NotBooked extends Error {}

/** A mistake stays one, whatever the database does: `book` threw, or is asynchronous where it must not be. */
const isFinal = (error: unknown) =>
  [NotBooked, TypeError, OnceDecisionError, PaymentValidationError].some((kind) => error instanceof kind);

function withBooks<Tx>(record: OnceRecord, { own }: Known, { book, unbook }: Books<Tx>): Change<Tx> {
  if (isToBeBooked(record)) {
    const version = (own as OnceRecord).version + 1; // what is captured was there before
    const booked = { ...record, version, isBooked: true, dueAt: undefined };
    return { record: booked, book: inBooks(book, booked, NotBooked) };
  }
  const isTakenBack = record.isBooked && ["not_captured", "released", "open"].includes(record.state);
  if (!isTakenBack) return { record };
  if (unbook === undefined) {
    throw new OnceDecisionError(
      `${record.key} is in the books: give Once an unbook that takes it out, or say that it is captured`,
    );
  }
  // As it was booked: the record may stand for a corrected request by now.
  return { record: { ...record, isBooked: false }, book: inBooks(unbook, own as OnceRecord, OnceDecisionError) };
}

function inBooks<Tx>(
  book: Book<Tx>,
  capture: OnceRecord,
  Failure: new (message: string, options: ErrorOptions) => Error,
): (tx: Tx) => unknown {
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
    if (isFinal(error) || first === undefined) throw error;
    await new Promise((resolve) => setTimeout(resolve, first));
    return persistently(act, rest);
  }
}
