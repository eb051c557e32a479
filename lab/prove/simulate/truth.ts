/** What must be true whatever happens, and of everything that is on record. */
import { Decimal } from "decimal.js";
import type { Line } from "./night.ts";
import type { Exception } from "./scenario.ts";
import { database } from "./store.ts";

/** @throws Error that says what is not true. */
export function checkKey({ shipment, authorization, record, isMisjudged }: Line, exception: Exception): void {
  const { given, entries } = authorization;
  const mayBeTwice = given.acceptsBoth && exception === "none";
  const taken = authorization.taken(shipment.key);
  const wrong = (what: string) => new Error(`WRONG, ${shipment.key}: ${what}`);
  if (taken.length > 1 && !mayBeTwice) throw wrong("taken twice");
  if (record === undefined) {
    if (taken.length > 0) throw wrong("taken, and not on record");
    return;
  }
  const { state, request, finalizedBefore: before, history, attempts, response } = record;
  const isByHand = history.some(({ by }) => by !== undefined);
  if (isMisjudged || (mayBeTwice && isByHand)) return;
  // A service that accepts both may do so later: what it had taken when it told so is what can be known.
  const told = response?.headers["taken"];
  if (mayBeTwice && told === undefined) return;
  const known = mayBeTwice ? Number(told) : taken.length;
  switch (state) {
    case "captured":
      if (known !== 1) throw wrong(`said to be captured, and taken ${known} times`);
      if (taken.some((entry) => entry.state === "pending")) throw wrong("said to be captured, and pending");
      if (!mayBeTwice && taken[0]?.amount !== Number(request.totalAmount)) {
        throw wrong(`${request.totalAmount} are said to be captured, and ${taken[0]?.amount} were`);
      }
      return;
    case "retryable":
    case "waiting":
    case "rejected":
    case "not_captured":
      if (known > 0) throw wrong(`said to be ${state}, and taken`);
      return;
    case "pending":
      if (entries.every(({ by }) => by !== shipment.key)) throw wrong("said to be pending, and never taken");
      if (known > 1) throw wrong("said to be pending, and taken twice");
      return;
    case "conflict": {
      const isAlone = attempts === 1 && before === "0" && entries.length === 0 && !authorization.isAnnulled;
      if (isAlone && given.refusalTells === "all") throw wrong("said to be a conflict, and nobody else was there");
    }
  }
}

interface Booked {
  readonly key: string;
  readonly amount: string;
  readonly currency: string;
}

const books = database.prepare("select key, amount, currency from books");
const booked = () => books.all() as unknown as readonly Booked[];

/** Each booked once, if its record says so, and with its amount. */
export function checkBooks(lines: readonly Line[]): void {
  const rows = booked();
  for (const { shipment, record } of lines) {
    const own = rows.filter(({ key }) => key === shipment.key);
    const [first] = own;
    if (own.length !== (record?.isBooked ? 1 : 0)) {
      throw new Error(`WRONG, ${shipment.key}: in the books ${own.length} times, and ${record?.state}`);
    }
    if (first !== undefined && first.amount !== record?.request.totalAmount) {
      throw new Error(`WRONG, ${shipment.key}: ${first.amount} are booked in place of ${record?.request.totalAmount}`);
    }
  }
}

/** Sums per currency: what is booked, against what the service has captured of what is not left to a person. */
export function checkSums(lines: readonly Line[]): void {
  const listed = ["parked", "conflict", "pending"];
  const closed = lines.filter(({ record, authorization, isMisjudged }) => {
    return !authorization.given.acceptsBoth && !isMisjudged && !listed.includes(record?.state ?? "");
  });
  for (const currency of ["SEK", "JPY"]) {
    const own = closed.filter(({ authorization }) => authorization.given.currency === currency);
    const isOwn = ({ key }: Booked) => own.some(({ shipment }) => shipment.key === key);
    const inBooks = Decimal.sum(
      0,
      ...booked()
        .filter(isOwn)
        .map(({ amount }) => amount),
    );
    const captured = own.flatMap(({ shipment, authorization }) => authorization.taken(shipment.key));
    const sum = Decimal.sum(0, ...captured.map(({ amount }) => amount));
    if (!inBooks.eq(sum)) throw new Error(`WRONG: ${inBooks} ${currency} are booked, and ${sum} were captured`);
  }
}

/** Nothing stays open for ever: each is closed, or on a list for a person, or waits behind such a one. */
export function checkClosed(lines: readonly Line[]): void {
  for (const { shipment, record, isPoisonous } of lines) {
    const wrong = (what: string) => new Error(`WRONG, ${shipment.key}: ${what}, and the night is over`);
    if (record === undefined) {
      if (shipment.amount > 0) throw wrong("nobody has begun it");
      continue;
    }
    const { state, isBooked, blockedBy: behind } = record;
    if (state === "sending" || state === "unknown") throw wrong(`still ${state}`);
    if (state === "captured" && !isBooked) throw wrong("captured and not booked");
    if (state === "retryable" && !isPoisonous) throw wrong("released, though the service is well");
    const ahead = lines.find((line) => line.shipment.key === behind)?.record?.state ?? "nothing";
    const isAhead = ["parked", "conflict", "pending", "retryable"].includes(ahead);
    if (state === "waiting" && !isAhead) throw wrong(`waits behind ${behind}, which is ${ahead}`);
  }
}
