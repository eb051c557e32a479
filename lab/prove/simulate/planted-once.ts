/** Shorter rules of what a key is: who has it in hand, who may decide, when it is booked. */
import type { Planted } from "./planted.ts";

const verdict = "src/once/verdict.ts";
const reserve = "src/once/reserve.ts";
const attempt = "src/once/attempt.ts";
const byHand = "src/once/decisions.ts";
const books = "src/once/books.ts";
const once = "src/once/once.ts";
const line = "src/once/circuit-breaker.ts";
const request = "src/once/request.ts";

const resolved = "ended(resolution, resolution,";
const passed = "Math.max(Date.now() - wall, performance.now() - steady)";

export const plantedInOnce: readonly Planted[] = [
  {
    rule: "released on not_sent after an unknown",
    file: attempt,
    text: resolved,
    by: 'ended(resolution.error?.outcome === "not_sent" ? { state: "retryable", isBoundToRequest: false } : resolution, resolution,',
  },
  {
    rule: "released on 401 after an unknown",
    file: attempt,
    text: resolved,
    by: 'ended(resolution.error?.scope === "merchant" ? { state: "retryable", isBoundToRequest: true } : resolution, resolution,',
  },
  {
    rule: "refused by 1001 after an unknown",
    file: attempt,
    text: resolved,
    by: 'ended(resolution.error?.statusKey === "CUST_ACCT_NOT_ELIGIBLE" ? { state: "rejected" } : resolution, resolution,',
  },
  {
    rule: "a lease without a horizon",
    file: reserve,
    text: "mayArriveUntil: now + leaseMs + maxNetworkDelayMs,",
    by: "mayArriveUntil: now + leaseMs,",
  },
  {
    rule: "a lease that a stalled process does not look at",
    file: once,
    text: "const sendBefore = new Date(Date.now() + leaseMs - passedMs());",
    by: "const sendBefore = undefined;",
  },
  { rule: "a lease by the wall clock alone", file: attempt, text: passed, by: "Date.now() - wall" },
  { rule: "a lease by the steady clock alone", file: attempt, text: passed, by: "performance.now() - steady" },
  {
    rule: "a first attempt's rejection is a rejection",
    file: verdict,
    text: "if (statusKey !== undefined && REJECTED_AS_DONE.includes(statusKey)) {",
    by: "if (false) {",
  },
  {
    rule: "a person's word holds while a send is under way",
    file: byHand,
    text: "demand(!isHeld,",
    by: "return; demand(!isHeld,",
  },
  {
    rule: "a person's word holds once it is quiet, however early the look was",
    file: byHand,
    text: "Math.min(seenAt, now) >= mayArriveUntil",
    by: "now >= mayArriveUntil",
  },
  {
    rule: "a person's word holds though the key has changed since",
    file: byHand,
    text: "own.version === version",
    by: "true",
  },
  {
    rule: "a person may send again what is pending",
    file: byHand,
    text: "pending.isZero()",
    by: "true",
  },
  {
    rule: "a person may send again whatever is finalized",
    file: byHand,
    text: "finalized.eq(finalizedBefore)",
    by: "true",
  },
  {
    rule: "what a person reopens is resolved, whatever was captured beside it since",
    file: byHand,
    text: "isUndisturbed(seen, others) && terms",
    by: "terms",
  },
  {
    rule: "where book throws, the capture is forgotten",
    file: books,
    text: "if (!isOfBook(error)) throw error;",
    by: "throw error;",
  },
  {
    rule: "outcome and books by chance together: what book throws is nobody's",
    file: books,
    text: "return failed(error);",
    by: "return;",
  },
  {
    rule: "what is captured is booked: twice where the response to COMMIT is lost",
    file: books,
    text: 'next.state === "captured" && !next.isBooked',
    by: 'next.state === "captured"',
  },
  {
    rule: "what could not be booked is not booked, whoever booked it meanwhile",
    file: books,
    text: "const { book, unbook } = books;",
    by: "const { book, unbook } = books; if (!isToBook) next = { ...next, isBooked: false };",
  },
  {
    rule: "FINALIZE_AMT_EXCEEDED is a conflict",
    file: verdict,
    text: 'return isTooMuch ? { state: "rejected" } : proven',
    by: "return proven",
  },
  {
    rule: "every 403 stops the line",
    file: line,
    text: "if (keys.size >= this.#limitOf(reason)) {",
    by: "if (true) {",
  },
  {
    rule: "a resumed line stops at the first 403",
    file: line,
    text: 'if (reason !== "unknown") return rejections;',
    by: 'if (reason !== "unknown" && !this.#isProbing) return rejections;',
  },
  { rule: "zero amounts", file: request, text: "if (!/[1-9]/.test(totalAmount)) {", by: "if (false) {" },
  {
    rule: "two keys of one authorization at once",
    file: reserve,
    text: "if (ahead !== undefined)",
    by: "if (false)",
  },
  {
    rule: "what other keys captured does not count",
    file: reserve,
    text: "sumOf(captured.map(({ request }) => request.totalAmount))",
    by: '"0"',
  },
  {
    rule: "a person's word counts like the service's",
    file: reserve,
    text: "captured.every(({ history }) => history.every(({ by }) => by === undefined))",
    by: "true",
  },
  {
    rule: "a key stands for any request",
    file: reserve,
    text: "if (!isFree && own.request.fingerprint !== asked.request.fingerprint) {",
    by: "if (false) {",
  },
];
