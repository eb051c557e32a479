/** What must be true whatever happens, and of everything on record. */
import { Decimal } from "decimal.js";
import { type Booked, booked } from "./database.ts";
import type { Item } from "./item.ts";
import type { Exception } from "./scenario.ts";

/** @throws Error that says what is false. */
export function checkKey({ shipment, authorization, record, isMisjudged }: Item, exception: Exception): void {
  const { given, entries } = authorization;
  const mayBeTwice = given.acceptsBoth && exception === "none";
  const accepted = authorization.accepted(shipment.key);
  const wrong = (what: string) => new Error(`WRONG, ${shipment.key}: ${what}`);
  if (accepted.length > 1 && !mayBeTwice) throw wrong("accepted twice");
  if (record === undefined) {
    if (accepted.length > 0) throw wrong("accepted, and not on record");
    return;
  }
  const { state, request, finalizedBefore, history, attempts, response } = record;
  const isDecided = history.some(({ by }) => by !== undefined);
  if (isMisjudged || (mayBeTwice && isDecided)) return;
  // A service that accepts both may accept the second one later. Only what it had accepted when it responded can be known.
  const told = response?.headers["accepted"];
  if (mayBeTwice && told === undefined) return;
  const known = mayBeTwice ? Number(told) : accepted.length;
  switch (state) {
    case "captured":
      if (known !== 1) throw wrong(`captured on record, accepted ${known} times`);
      if (accepted.some((entry) => entry.state === "pending"))
        throw wrong("captured on record, pending at the service");
      if (!mayBeTwice && accepted[0]?.amount !== Number(request.totalAmount)) {
        throw wrong(`${request.totalAmount} captured on record, ${accepted[0]?.amount} at the service`);
      }
      return;
    case "retryable":
    case "waiting":
    case "rejected":
    case "not_captured":
      if (known > 0) throw wrong(`${state} on record, accepted by the service`);
      return;
    case "pending":
      if (entries.every(({ by }) => by !== shipment.key)) throw wrong("pending on record, never accepted");
      if (known > 1) throw wrong("pending on record, accepted twice");
      return;
    case "conflict": {
      const isAlone = attempts === 1 && finalizedBefore === "0" && entries.length === 0 && !authorization.isAnnulled;
      if (isAlone && given.rejectionTells === "all") throw wrong("a conflict on record, and no other job was there");
    }
  }
}

/** Each capture is in the books once, with its amount, if its record says so. */
export function checkBooks(items: readonly Item[]): void {
  const rows = booked();
  for (const { shipment, record } of items) {
    const own = rows.filter(({ key }) => key === shipment.key);
    const [first] = own;
    if (own.length !== (record?.isBooked ? 1 : 0)) {
      throw new Error(`WRONG, ${shipment.key}: in the books ${own.length} times, and ${record?.state}`);
    }
    if (first !== undefined && first.amount !== record?.request.totalAmount) {
      throw new Error(`WRONG, ${shipment.key}: ${first.amount} booked instead of ${record?.request.totalAmount}`);
    }
  }
}

/** Per currency, the booked sum is what the service captured, apart from the keys that wait for a person. */
export function checkSums(items: readonly Item[]): void {
  const listed = ["parked", "conflict", "pending"];
  const closed = items.filter(({ record, authorization, isMisjudged }) => {
    return !authorization.given.acceptsBoth && !isMisjudged && !listed.includes(record?.state ?? "");
  });
  for (const currency of ["SEK", "JPY"]) {
    const own = closed.filter(({ authorization }) => authorization.given.currency === currency);
    const isOwn = ({ key }: Booked) => own.some(({ shipment }) => shipment.key === key);
    const inBooks = sumOf(booked().filter(isOwn));
    const captured = sumOf(own.flatMap(({ shipment, authorization }) => authorization.accepted(shipment.key)));
    if (!inBooks.eq(captured))
      throw new Error(`WRONG: ${inBooks} ${currency} are booked, and ${captured} were captured`);
  }
}

const sumOf = (entries: readonly { readonly amount: string | number }[]) =>
  Decimal.sum(0, ...entries.map(({ amount }) => amount));

/** No key stays unfinished: each is closed, on the list for a person, or waiting behind such a key. */
export function checkClosed(items: readonly Item[]): void {
  for (const { shipment, record, isForbidden } of items) {
    const wrong = (what: string) => new Error(`WRONG, ${shipment.key}: ${what}, and the batch is over`);
    if (record === undefined) {
      if (shipment.amount > 0) throw wrong("never begun");
      continue;
    }
    const { state, isBooked, blockedBy } = record;
    if (state === "sending" || state === "unknown") throw wrong(`still ${state}`);
    if (state === "captured" && !isBooked) throw wrong("captured and not booked");
    if (state === "retryable" && !isForbidden) throw wrong("retryable, though the service is well");
    const ahead = items.find((item) => item.shipment.key === blockedBy)?.record?.state ?? "nothing";
    const isAhead = ["parked", "conflict", "pending", "retryable"].includes(ahead);
    if (state === "waiting" && !isAhead) throw wrong(`waits behind ${blockedBy}, which is ${ahead}`);
  }
}
