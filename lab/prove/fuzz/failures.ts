/** The rules for what a failure proves, written a second time and independently. Nothing of the library is imported. */
import { amountsIn, exactly, isNegative, isRead, pendingIn, remainingIn, ZERO } from "./figures.ts";
import { field, type Json, textIn } from "./json.ts";
import type { Ending, TestedCall } from "./oracle.ts";

type Meaning =
  | "rejected"
  | "merchant"
  | "already_finalized"
  | "amount_exceeded"
  | "released"
  | "unknown"
  | "success"
  | "pending";

const LISTED: readonly (readonly [Meaning, string])[] = [
  ["success", "SUCCESS"],
  ["pending", "PENDING"],
  ["unknown", "INTERNAL_ERROR"],
  ["merchant", "MERCHANT_ACCT_READ_ONLY HTTP_401 HTTP_403 HTTP_404 HTTP_405 HTTP_429"],
  ["already_finalized", "PAYMENT_COMPLETED"],
  ["amount_exceeded", "FINALIZE_AMT_EXCEEDED"],
  ["released", "PAYMENT_ANNULLED"],
  ["rejected", "VALIDATION_ERROR CUST_ACCT_NOT_ELIGIBLE CUST_PROF_NOT_FOUND CUST_CARD_NOT_FOUND ORDER_NOT_FOUND"],
  ["rejected", "LINE_ITEMS_NOT_ALLOWED LINE_ITEMS_REQUIRED"],
  ["rejected", "HTTP_400 HTTP_410 HTTP_411 HTTP_413 HTTP_414 HTTP_415 HTTP_422 HTTP_431"],
];

/** The keys that the fuzzed client declares. */
export const declaredKeys = {
  DECLINED: "rejected",
  SHOP_CLOSED: "merchant",
  CAPTURED_BEFORE: "already_finalized",
  BUSY: "unknown",
  CAPTURED: "success",
  ON_HOLD: "pending",
} as const satisfies Record<string, Meaning>;

interface Row {
  readonly meaning: Meaning;
  readonly isDeclared: boolean;
}

/** Undefined for a key that is neither in the table nor declared. */
function rowOf(status: Json): Row | undefined {
  const key = keyIn(status)?.toUpperCase();
  if (key === undefined) return undefined;
  const [, declared] = Object.entries(declaredKeys).find(([name]) => name === key) ?? [];
  if (declared !== undefined) return { meaning: declared, isDeclared: true };
  const [listed] = LISTED.find(([, keys]) => keys.split(" ").includes(key)) ?? [];
  const meaning = listed ?? (key.startsWith("HTTP_") ? "unknown" : undefined);
  return meaning && { meaning, isDeclared: false };
}

/** What the key means, whatever else the response says. */
export const meaningOf = (status: Json) => rowOf(status)?.meaning;

/** isSuccess is false. */
export function ofFailure(call: TestedCall, httpStatus: number, status: Json, body: Json | undefined): Ending[] {
  const isMoney = call.operation === "finalize";
  if (rowOf(status) === undefined && !isMoney && !isBreakdown(httpStatus)) return unlisted(httpStatus, status);
  switch (meaningOfFailure(call, httpStatus, status, body)) {
    case "rejected":
    case "merchant":
      return certain(httpStatus);
    case "already_finalized":
    case "amount_exceeded":
      return isMoney ? [...new Set(byFigures(call, body))] : certain(httpStatus);
    case "released":
      return isMoney ? ["unknown"] : certain(httpStatus);
    default:
      return ["unknown"];
  }
}

/** Whether the figures show that nothing was captured: every possible reading. */
function byFigures(call: TestedCall, body: Json | undefined): Ending[] {
  const before = exactly(call.before ?? "0") ?? ZERO;
  const amount = exactly(call.amount) ?? ZERO;
  return amountsIn(field(body, "totalAmountFinalized")).flatMap((finalized) =>
    amountsIn(pendingIn(body)).flatMap((pending) =>
      amountsIn(remainingIn(body)).map((remaining): Ending => {
        if (!isRead(finalized) || !isRead(pending) || remaining === "unreadable" || isNegative(remaining))
          return "unknown";
        if (!finalized.eq(before) || !pending.eq(0)) return "unknown";
        if (remaining?.gte(amount)) return "unknown";
        const isLeft = remaining?.gt(0);
        return isLeft || before.gt(0) ? "rejected" : "unknown";
      }),
    ),
  );
}

/** What the key of a failure means; undefined if nobody knows it, or the rest of the response contradicts it. */
export function meaningOfFailure(
  call: TestedCall,
  httpStatus: number,
  status: Json,
  body: Json | undefined,
): Meaning | undefined {
  const row = rowOf(status);
  if (row === undefined || isBreakdown(httpStatus)) return undefined;
  const { meaning, isDeclared } = row;
  const number = numberIn(status);
  if (!isDeclared && number !== undefined && !/^(?:0*[1-9]\d*|-2|-3)$/.test(number)) return undefined;
  const didNothing = meaning === "rejected" || meaning === "merchant";
  return didNothing && namesFinalization(call, body) ? undefined : meaning;
}

/** After another operation, a key that is not listed rejects, unless the number or the HTTP status leaves it open. */
function unlisted(httpStatus: number, status: Json): Ending[] {
  const number = numberIn(status);
  if (number !== undefined) return /^(?:0*[1-9]\d*|-2)$/.test(number) ? certain(httpStatus) : ["unknown"];
  return keyIn(status) !== undefined || httpStatus >= 300 ? certain(httpStatus) : ["unknown"];
}

/** No final response has a status below 200. */
const certain = (httpStatus: number): Ending[] => (httpStatus >= 200 ? ["rejected"] : ["rejected", "unknown"]);

/** The contract leaves these ids out of a failure. The authorization's own is harmless, and so are zeros. */
function namesFinalization({ operation, transactionId }: TestedCall, body: Json | undefined): boolean {
  const ids = ["transactionId", "acquirerId"].map((name) => identifierIn(field(body, name)));
  return operation === "finalize" && ids.some((id) => id !== undefined && id !== transactionId);
}

/** Text, or a number as it was written. Undefined if it is empty, or all zeros in any form. */
export function identifierIn(json: Json | undefined): string | undefined {
  const text = json?.kind === "number" && !/^\d+$/.test(json.source) ? "" : (textIn(json)?.trim() ?? "");
  return /[^0{}-]/.test(text) ? text : undefined;
}

/**
 * The scope of a failure: the merchant, so that every other call fails too, or this call. Undefined where the rules do
 * not decide, because the response contradicts itself.
 */
export function scopeOf(call: TestedCall, httpStatus: number, body: Json | undefined): "call" | "merchant" | undefined {
  const status = field(body, "status");
  if (status === undefined) return undefined;
  if (rowOf(status) === undefined) return [401, 403, 429].includes(httpStatus) ? "merchant" : "call";
  const meaning = meaningOfFailure(call, httpStatus, status, body);
  if (meaning === undefined) return undefined;
  return meaning === "merchant" ? "merchant" : "call";
}

/** A server that breaks down, times out or redirects may have processed the request. */
function isBreakdown(httpStatus: number): boolean {
  return httpStatus >= 500 || httpStatus === 408 || (httpStatus >= 300 && httpStatus < 400);
}

/** An error number as written, also as text. Undefined if it is absent. */
export function numberIn(status: Json): string | undefined {
  const json = field(status, "errorNumber");
  if (json === undefined || (json.kind === "literal" && json.value === null)) return undefined;
  return textIn(json)?.trim() ?? "no number";
}

/** A status key, also as a whole number. Undefined if there is none that can be shown. */
export function keyIn(status: Json): string | undefined {
  const json = field(status, "statusKey");
  if (json?.kind === "number") return /^[1-9]\d{0,63}$/.test(json.source) ? json.source : undefined;
  const text = json?.kind === "text" ? json.text.trim() : "";
  return /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/.test(text) ? text : undefined;
}
