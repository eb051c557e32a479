/** The invariants: what must be true of everything on record, whatever happens. */
import { Decimal } from "decimal.js";
import type { OnceRecord } from "../../../src/once/record.ts";
import { currentActivity } from "./activity.ts";
import { timeNow } from "./clock.ts";
import { type Booked, readBooks } from "./database.ts";
import { type Item, mayHaveMoved } from "./item.ts";
import { type Exception, LEASE_MS, MAX_NETWORK_DELAY_MS, PERSON_AFTER_MS } from "./scenario.ts";

const isClosed = ({ state }: OnceRecord) => ["captured", "rejected", "not_captured"].includes(state);
const isRecorded = ({ state, recorded }: OnceRecord) => recorded === (state === "captured" ? "captured" : "failed");
const isDecided = ({ history }: OnceRecord) => history.some(({ as }) => as !== undefined && as !== "corrected");
/** Whether the last change is a person's. */
const isByPerson = ({ history }: OnceRecord, before: OnceRecord) =>
  history.length > before.history.length && history.at(-1)?.by !== undefined;
const othersOf = (item: Item, items: readonly Item[]) =>
  items.filter((each) => each !== item && each.authorization === item.authorization);

/** @throws Error that says what is false. */
export function checkKey({ shipment, authorization, record, isMisjudged }: Item, exception: Exception): void {
  const { given, entries } = authorization;
  const mayBeTwice = given.acceptsBoth && exception === "none";
  const accepted = authorization.accepted(shipment.key);
  const wrong = (what: string) => new Error(`WRONG, ${shipment.key}: ${what}`);
  if (authorization.isMisstated) return;
  if (accepted.length > 1 && !mayBeTwice) throw wrong("accepted twice");
  if (record === undefined) {
    if (accepted.length > 0 && shipment.adoption === undefined) throw wrong("accepted, and not on record");
    return;
  }
  const { state, request, finalizedBefore, history, attempts, response, question } = record;
  const isDecided = history.some(({ by }) => by !== undefined);
  if (isMisjudged || (mayBeTwice && isDecided)) return;
  // A service that accepts both may accept the second one later. Only what it had accepted when it responded is known.
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
    case "queued":
    case "rejected":
    case "not_captured":
      if (known > 0) throw wrong(`${state} on record, accepted by the service`);
      return;
    case "pending":
      // Figures per order may show what is pending on another authorization. No capture follows from it.
      if (authorization.difference === "figures per order") return;
      if (entries.every(({ by }) => by !== shipment.key)) throw wrong("pending on record, never accepted");
      if (known > 1) throw wrong("pending on record, accepted twice");
      return;
    case "parked": {
      if (authorization.difference !== "none" || question !== "more_captured") return;
      const isAlone = attempts === 1 && finalizedBefore === "0" && entries.length === 0 && !authorization.isAnnulled;
      if (isAlone && given.rejectionTells === "all") throw wrong("more was captured, and no other job was there");
    }
  }
}

/** A delivery replaces only what was rejected, and never by a request that was replaced. A rejected capture is impossible. */
function checkChange(before: OnceRecord | undefined, { shipment, record, authorization }: Item): void {
  const wrong = (what: string) => new Error(`WRONG, ${shipment.key}: ${what}`);
  const { state, request, isSent, isMarked, token, reason = "" } = record as OnceRecord;
  if (isMarked && token === undefined && state !== "queued") throw wrong(`${state}, and still marked to be sent`);
  const { acceptsBoth } = authorization.given;
  const isDenied =
    state === "rejected" && before?.state !== state && !isSent && reason.includes("of this authorization, and");
  const isPossible =
    !acceptsBoth &&
    authorization.difference !== "accepts any amount" &&
    !authorization.isMisstated &&
    authorization.wouldAccept(Number(request.totalAmount));
  if (isDenied && isPossible) throw wrong("denied, though the service would accept it");
  if (before === undefined || before.request.totalAmount === request.totalAmount) return;
  if (isByPerson(record as OnceRecord, before)) return;
  const isFree = before.state === "rejected" && !before.mayBeCaptured && !before.isFromPerson;
  if (!isFree) throw wrong(`a delivery has replaced a request that is ${before.state}`);
  const isBack = before.history.some((entry) => entry.request?.totalAmount === request.totalAmount);
  if (isBack) throw wrong("a request that was replaced has come back");
}

/** What a worker holds is changed by nobody else before its lease is over, but for people and successes of other requests. */
function checkLease(before: OnceRecord | undefined, { shipment, record }: Item): void {
  const { version, token, lastToken, changedAt, question } = record as OnceRecord;
  if (before?.token === undefined || version !== before.version + 1) return;
  const isOwn = token === before.token || lastToken === before.token;
  const isOver = (before.dueAt as number) <= changedAt;
  if (isOwn || isByPerson(record as OnceRecord, before) || isOver || question === "late_success") return;
  throw new Error(`WRONG, ${shipment.key}: changed by another worker, though the lease is not over`);
}

/** A decision is about what nothing has changed since the person saw it, and what no request can change any more. */
function checkDecision(before: OnceRecord | undefined, item: Item, items: readonly Item[]): void {
  const { history, key } = item.record as OnceRecord;
  const { as, by = "", at = 0, balance } = history.at(-1) ?? {};
  const seenAt = item.seenAt.get(by);
  if (before === undefined || history.length === before.history.length || seenAt === undefined) return;
  if (as !== "captured" && as !== "not_captured" && as !== "send_again") return;
  const others = othersOf(item, items).flatMap(({ record }) => record ?? []);
  const wrong = (what: string) => new Error(`WRONG, ${key}: ${as} was decided, though ${what}`);
  if (others.some(({ lastSentAt = 0 }) => lastSentAt >= seenAt && lastSentAt < at)) throw wrong("another key was sent");
  const isOpen = before.mayBeCaptured || before.state === "captured";
  if (as !== "captured" && isOpen && seenAt <= before.mayArriveUntil) throw wrong("its request could still arrive");
  const isUnfinished = ({ state, mayBeCaptured, changedAt }: OnceRecord) =>
    changedAt < at &&
    (["sending", "unknown", "pending", "parked"].includes(state) || (state === "queued" && mayBeCaptured));
  if (as === "captured" && balance !== undefined && others.some(isUnfinished)) throw wrong("another key is unfinished");
}

/** No request is written after the lease: people decide after `mayArriveUntil`. */
export function checkWritten({ shipment, record }: Item, writtenAt: number): void {
  const { mayArriveUntil = 0 } = record ?? {};
  if (writtenAt + MAX_NETWORK_DELAY_MS > mayArriveUntil)
    throw new Error(`WRONG, ${shipment.key}: sent after the lease was over`);
}

/** A response captures a key only if the authorization's other keys have captured what they had when it was sent. */
function checkUndisturbed(before: OnceRecord | undefined, item: Item, items: readonly Item[]): void {
  const { state, finalizedBefore } = item.record as OnceRecord;
  if (before === undefined || state !== "captured" || before.state === state) return;
  if (isByPerson(item.record as OnceRecord, before)) return;
  const sum = sumOf(capturedBeside(item, items).map(({ request }) => ({ amount: request.totalAmount })));
  if (!sum.eq(finalizedBefore)) throw new Error(`WRONG, ${item.shipment.key}: captured, though the sum has changed`);
}

/** A balance proves a rejection only by what the service itself said: with a wrong decision, it is the key's own capture. */
function checkRejection(before: OnceRecord | undefined, item: Item, items: readonly Item[]): void {
  const { state, reason = "" } = item.record as OnceRecord;
  const isByBalance = state === "rejected" && before?.state !== state && reason.includes("the balance in its response");
  if (isByBalance && capturedBeside(item, items).some(isDecided))
    throw new Error(`WRONG, ${item.shipment.key}: rejected by a balance, though a decision is in the sum`);
}

/** The other keys of the authorization that count as captured. */
function capturedBeside(item: Item, items: readonly Item[]): OnceRecord[] {
  const isIn = ({ state, recorded }: OnceRecord) =>
    state === "captured" || (state === "parked" && recorded === "captured");
  return othersOf(item, items).flatMap(({ record }) => (record !== undefined && isIn(record) ? record : []));
}

/** A worker that holds a key to find out what became of it sends it, if its lease and its clocks let it. */
function checkSent(before: OnceRecord | undefined, { shipment, record }: Item): void {
  const { version, lastToken, state } = record as OnceRecord;
  if (before?.token === undefined || version !== before.version + 1 || lastToken !== before.token) return;
  const { called, process, beganAt } = currentActivity();
  const { wall, monotonic, isAsleep } = process.clocks;
  const isLate = timeNow() >= beganAt + LEASE_MS || wall !== 0 || monotonic !== 0 || isAsleep;
  if (isLate || called.has(shipment.key) || (state !== "unknown" && state !== "parked")) return;
  throw new Error(`WRONG, ${shipment.key}: ${state}, and nothing was sent to find out`);
}

/**
 * A key that is sent, entered or corrected has the facts of the keys of its authorization that may have moved money. A new
 * request that was not sent yet does not count: the reservation finds that its facts differ, and parks its key.
 */
function checkFacts(before: OnceRecord | undefined, item: Item, items: readonly Item[]): void {
  const factsOf = (record: OnceRecord | undefined) => record?.request.authorizedAmount;
  const isTaken = before === undefined || (item.record?.state === "sending" && before.state !== "sending");
  const hasFacts = (each: Item) => mayHaveMoved(each) && each.record?.isSent;
  if (!hasFacts(item) || !(isTaken || factsOf(before) !== factsOf(item.record))) return;
  const others = othersOf(item, items).filter(hasFacts);
  const isChosen = ({ shipment, record }: Item) => shipment.adoption === undefined && record && isDecided(record);
  if (others.some(isChosen)) return; // a person may decide captured, whatever a key says
  const other = others.find(({ record }) => factsOf(record) !== factsOf(item.record));
  if (other !== undefined)
    throw new Error(`WRONG, ${item.shipment.key}: other facts than those of ${other.shipment.key}`);
}

/** Every key that is not done is due in time, or waits for a person with a question. */
function checkOwner(_: OnceRecord | undefined, { shipment, record }: Item): void {
  const { state, waitsFor, dueAt = Number.POSITIVE_INFINITY, question, advice, isWithdrawn } = record as OnceRecord;
  const wrong = (what: string) => new Error(`WRONG, ${shipment.key}: ${state}, waits for ${waitsFor}, ${what}`);
  const isOver = isWithdrawn || (isClosed(record as OnceRecord) && isRecorded(record as OnceRecord));
  if (isOver !== (waitsFor === "nobody")) throw wrong("has no owner");
  if (isOver) return;
  const isForPerson = waitsFor === "person";
  if (state === "parked" && !isForPerson) throw wrong("and only a person can find out");
  if (isForPerson && (question === undefined || advice === undefined)) throw wrong("without a question");
  if (!isForPerson && dueAt > timeNow() + PERSON_AFTER_MS) throw wrong("and is not due in time");
}

/** What must be true after each change of a key. */
export const checksOfChange: readonly ((before: OnceRecord | undefined, item: Item, items: readonly Item[]) => void)[] =
  [checkChange, checkLease, checkSent, checkUndisturbed, checkRejection, checkDecision, checkFacts, checkOwner];

/** Each hook has written once for the closing that its key records, and the books have what the record says. */
export function checkBooks(items: readonly Item[]): void {
  const rows = readBooks();
  for (const { shipment, record, authorization, isHookCommitted, isMisjudged } of items) {
    const wrong = (what: string) =>
      new Error(`WRONG, ${shipment.key}: ${what}, and ${record?.state} with ${record?.recorded}`);
    const own = rows.filter(({ merchant, key }) => merchant === authorization.given.merchant && key === shipment.key);
    const booked = own.filter(({ kind }) => kind === "book");
    if (booked.length > 1) throw wrong(`in the books ${booked.length} times`);
    if (isMisjudged) continue; // whoever decides without looking also removes from the books what stays captured
    const isBooked = record === undefined ? shipment.adoption?.isBooked === true : record.recorded === "captured";
    if (isBooked && booked.length === 0) throw wrong("recorded, and not in the books");
    if (!isBooked && booked.length > 0 && !isHookCommitted) throw wrong("in the books, and not recorded");
    const isTold = own.some(({ kind }) => kind === "fail" || kind === "removed");
    if (record?.recorded === "failed" && !isTold) throw wrong("recorded as failed, and fail was not called");
    const amount = Number(record?.request.totalAmount ?? shipment.amount);
    if (isBooked && Number(booked[0]?.amount) !== amount)
      throw wrong(`${booked[0]?.amount} booked instead of ${amount}`);
  }
}

/** Per currency, the booked sum is what the service captured, apart from the keys that wait for a person. */
export function checkSums(items: readonly Item[]): void {
  const closed = items.filter(({ record, shipment, authorization, isMisjudged }) => {
    const isEntered = shipment.adoption === undefined || record !== undefined;
    const isTold = !authorization.given.acceptsBoth && !isMisjudged && !authorization.isMisstated && isEntered;
    return isTold && record?.state !== "parked" && record?.state !== "pending";
  });
  for (const currency of ["SEK", "JPY"]) {
    const own = closed.filter(({ authorization }) => authorization.given.currency === currency);
    const isOwn = ({ merchant, key, kind }: Booked) =>
      kind === "book" &&
      own.some(({ shipment, authorization }) => authorization.given.merchant === merchant && shipment.key === key);
    const inBooks = sumOf(readBooks().filter(isOwn));
    const captured = sumOf(own.flatMap(({ shipment, authorization }) => authorization.accepted(shipment.key)));
    if (!inBooks.eq(captured))
      throw new Error(`WRONG: ${inBooks} ${currency} are booked, and ${captured} were captured`);
  }
}

const sumOf = (entries: readonly { readonly amount: string | number }[]) =>
  Decimal.sum(0, ...entries.map(({ amount }) => amount));

/** No key stays unfinished, and no hook is missing: each key is done, or on the list for a person, or behind such a key. */
export function checkClosed(items: readonly Item[]): void {
  for (const { shipment, record, isForbidden, authorization } of items) {
    const wrong = (what: string) => new Error(`WRONG, ${shipment.key}: ${what}, and the batch is over`);
    if (record === undefined) {
      if (shipment.amount > 0 && shipment.adoption === undefined) throw wrong("never begun");
      continue;
    }
    const { state, blockedBy, waitsFor, isWithdrawn } = record;
    const isListed = waitsFor === "person";
    // Only parking after the last pause ends `unknown`. What looks like an outage, such as a filter, counts towards no pause.
    const mayBeUnknown = isForbidden && isListed;
    if (state === "sending" || (state === "unknown" && !mayBeUnknown)) throw wrong(`still ${state}`);
    if (isClosed(record) && !isWithdrawn && !isRecorded(record)) throw wrong(`${state}, and its hook was not called`);
    if (state !== "queued" || isListed || isForbidden) continue;
    const own = items.filter((item) => item.authorization === authorization);
    const ahead = own.find((item) => item.shipment.key === blockedBy)?.record;
    const isReason = ahead?.waitsFor === "person" || ahead?.state === "pending" || ahead?.state === "queued";
    if (!isReason) throw wrong(`waits behind ${blockedBy}, which is ${ahead?.state ?? "nothing"}`);
  }
}
