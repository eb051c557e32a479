import { isUtf8 } from "node:buffer";
import { compare, type Exact, exactly, sum } from "./exact.ts";
import { field, type Json, readJson, textIn, writeJson } from "./json.ts";

/*
 * The rule of the service contract for what a response proves, written a second time and independently, so that a mistake
 * would have to be made twice. Nothing of the library is imported.
 */

export type OperationName = "createOrder" | "finalize";

/** The part of the request that matters for its response. */
export interface Asked {
  readonly operation: OperationName;
  /** Decimal text, as is the amount that was finalized before. */
  readonly amount: string;
  readonly before?: string | undefined;
}

/** How a call may end after a response: with a result, a pending result, or an error of this outcome. */
export type Ending = "result" | "pending" | "succeeded" | "rejected" | "unknown";

/** A response as received. */
export interface WireResponse {
  readonly httpStatus: number;
  readonly contentType: string;
  readonly bytes: Uint8Array;
  /** The connection failed before the end of the body. */
  readonly brokeOff: boolean;
}

/** What a response proves. */
export interface Proof {
  /** More than one only where the contract does not decide. One of them is then `unknown`. */
  readonly allowed: readonly Ending[];
  /** Undefined if the body is not whole or no JSON. */
  readonly body: Json | undefined;
}

/** How certain something is. */
type Presence = "there" | "arguable" | "missing";

export function proofOf(asked: Asked, response: WireResponse, maxBytes: number): Proof {
  const isTooLarge = response.bytes.byteLength > maxBytes || separatorsIn(response.bytes) > maxBytes / 16;
  if (response.brokeOff || isTooLarge) return { allowed: ["unknown"], body: undefined };
  const body = isUtf8(response.bytes) ? readJson(textOf(response.bytes)) : undefined;
  const status = field(body, "status");
  const twins = [twinOf(body, "status"), ...STATUS_KEYS.map((key) => twinOf(status, key))];
  if (twins.includes("there")) return { allowed: ["unknown"], body };
  const proven = status?.kind === "object" ? ofEnvelope(asked, response, status, body) : ofNoEnvelope(response, body);
  return { allowed: twins.includes("arguable") ? [...proven, "unknown"] : proven, body };
}

/** Each JSON value, or its key, has one of these before it. */
const separatorsIn = (bytes: Uint8Array) => (textOf(bytes).match(/[,[{]/g) ?? []).length;

function ofEnvelope(asked: Asked, response: WireResponse, status: Json, body: Json | undefined): Ending[] {
  const flag = field(status, "isSuccess");
  if (flag?.kind !== "literal" || flag.value === null) return ["unknown"];
  return flag.value ? ofSuccess(asked, response.httpStatus, status, body) : ofFailure(response, status);
}

/** UTF-8 without its byte order mark. */
export function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString("utf8")
    .replace(/^\ufeff/, "");
}

/** Broken JSON proves nothing. Without JSON, the HTTP status decides. */
function ofNoEnvelope({ httpStatus, contentType, bytes }: WireResponse, body: Json | undefined): Ending[] {
  const proven: Ending = REJECTIONS.includes(httpStatus) ? "rejected" : "unknown";
  const broken = body === undefined ? brokenJson(contentType, textOf(bytes)) : "missing";
  if (broken === "arguable") return [proven, "unknown"];
  return [broken === "there" ? "unknown" : proven];
}

/** Whether a text that is no JSON was meant to be JSON, by its type or by its first character. */
function brokenJson(contentType: string, text: string): Presence {
  if (text.trim() === "") return /[^ \t\r\n]/.test(text) ? "arguable" : "missing";
  const [type = ""] = contentType.toLowerCase().split(";");
  if (/[/+]json$/.test(type.trim()) || /^[ \t\r\n]*[{[]/.test(text)) return "there";
  return /^\s*[{[]/.test(text) ? "arguable" : "missing"; // after blanks that JSON does not allow
}

/** With these, a proxy or the service rejected the request: it is wrong, forbidden or too large. */
const REJECTIONS = [400, 401, 403, 404, 405, 410, 411, 413, 414, 415, 422, 429, 431];

const STATUS_KEYS = ["isSuccess", "errorNumber", "statusKey"];

/** Whether the key occurs again in another case with another value. The service reads either of them. */
function twinOf(json: Json | undefined, key: string): Presence {
  const names = json?.kind === "object" ? json.entries.map(([name]) => name) : [];
  const others = names.filter((name) => name !== key && name.toLowerCase() === key.toLowerCase());
  const found = others.map((name) => difference(field(json, key), field(json, name)));
  if (found.includes("there")) return "there";
  return found.includes("arguable") ? "arguable" : "missing";
}

function difference(a: Json | undefined, b: Json | undefined): Presence {
  if (a !== undefined && b !== undefined && writeJson(a) === writeJson(b)) return "missing";
  if (isAbsent(a) && isAbsent(b)) return "arguable";
  // 0 and 0.0, or an object with its fields in another order.
  return a?.kind === b?.kind && a?.kind !== "text" && a?.kind !== "literal" ? "arguable" : "there";
}

/** isSuccess is true. It is a success only if everything else agrees. */
function ofSuccess(asked: Asked, httpStatus: number, status: Json, body: Json | undefined): Ending[] {
  const number = field(status, "errorNumber");
  const key = field(status, "statusKey");
  if (httpStatus < 200 || httpStatus > 299) return ["unknown"];
  if (number?.kind !== "number" || /[1-9]/.test(number.source.split(/e/i)[0] ?? "")) return ["unknown"];
  if (key?.kind !== "text" || (key.text !== "SUCCESS" && key.text !== "PENDING")) return ["unknown"];
  const isPending = key.text === "PENDING";
  const proven = asked.operation === "createOrder" ? ofOrder(isPending, body) : ofFinalization(asked, isPending, body);
  return number.source === "0" ? proven : [...proven, "unknown"]; // 0.0 and 0e1 are unusual forms of an integer
}

function ofOrder(isPending: boolean, body: Json | undefined): Ending[] {
  if (isGuid(field(body, "orderId"))) return [isPending ? "pending" : "result"];
  return [isPending ? "unknown" : "succeeded"];
}

/** Undefined if the field is absent. */
type Figure = Exact | "unreadable" | undefined;

type Figures = Readonly<Record<"finalized" | "pending" | "remaining", Figure>>;

/** Every possible reading: a figure in an unusual form may count or be unreadable. */
function ofFinalization(asked: Asked, isPending: boolean, body: Json | undefined): Ending[] {
  const again = field(body, "canFinalizeAgain");
  const endings = amountsIn(field(body, "totalAmountFinalized")).flatMap((finalized) =>
    amountsIn(pendingIn(body)).flatMap((pending) =>
      amountsIn(remainingIn(body)).flatMap((remaining) =>
        transactionsIn(field(body, "transactionId")).map((hasTransaction): Ending => {
          const figures = { finalized, pending, remaining };
          const isWhole = Object.values(figures).every(isRead) && hasTransaction;
          const said = isPending ? pendingBy(figures) : saidBy(figures, asked);
          return ending(said, isWhole && again?.kind === "literal" && again.value !== null);
        }),
      ),
    ),
  );
  return [...new Set(endings)];
}

type Said = "done" | "pending" | "denied";

function ending(said: Said, isWhole: boolean): Ending {
  if (said === "done") return isWhole ? "result" : "succeeded";
  return said === "pending" && isWhole ? "pending" : "unknown";
}

const ZERO: Exact = { units: 0n, exponent: 0 };

const isRead = (figure: Figure): figure is Exact => typeof figure === "object";
const isNegative = (figure: Figure) => isRead(figure) && figure.units < 0n;

/** Under PENDING, only a negative figure denies it. */
function pendingBy(figures: Figures): Said {
  return Object.values(figures).some(isNegative) ? "denied" : "pending";
}

/** Whether this amount was finalized, by the finalized and pending figures. */
function saidBy(figures: Figures, asked: Asked): Said {
  if (Object.values(figures).some(isNegative)) return "denied";
  const amount = exactly(asked.amount) ?? ZERO;
  const before = asked.before === undefined ? undefined : exactly(asked.before);
  const { finalized, pending, remaining } = figures;
  if (finalized === "unreadable" || pending === "unreadable") return "denied";
  if (finalized === undefined && remaining === "unreadable") return "denied";
  const isPending = pending !== undefined && compare(pending, amount) >= 0;
  if (finalized === undefined) return isPending ? "denied" : "done";
  if (before !== undefined) {
    if (compare(finalized, sum(before, amount)) === 0) return "done";
    return compare(finalized, before) === 0 && isPending ? "pending" : "denied";
  }
  // 60 captured before and these 40 pending would otherwise pass for these 40 captured.
  if (isPending) return "pending";
  return compare(finalized, amount) >= 0 ? "done" : "denied";
}

/** isSuccess is false. It is a rejection unless it contradicts itself or reports a breakdown, which proves nothing. */
function ofFailure({ httpStatus }: WireResponse, status: Json): Ending[] {
  const number = numberOf(field(status, "errorNumber"));
  const key = keyOf(field(status, "statusKey"));
  if (number === "unreadable" || key === "unreadable") return ["unknown"];
  if (number?.value === 0 || key === "SUCCESS" || key === "PENDING") return ["unknown"];
  if (key === "INTERNAL_ERROR" || isBreakdown(httpStatus)) return ["unknown"];
  const inKey = /^HTTP_(\d{3})$/.exec(key ?? "")?.[1];
  if (inKey !== undefined && (!inKey.startsWith("4") || inKey === "408")) return ["unknown"];
  const isBare = number === undefined && !/^\w{1,64}$/.test(key ?? "");
  if (isBare && httpStatus <= 299) return ["unknown"];
  // The catalogue has -1, -2 and -3; -1 proves nothing.
  if (number !== undefined && number.value < 0 && number.value !== -2 && number.value !== -3) return ["unknown"];
  if (number?.value === -3 && inKey === undefined) return ["unknown"];
  const isPlain = number === undefined || (number.isPlain && number.value < 1e9);
  return isPlain && httpStatus >= 200 ? ["rejected"] : ["rejected", "unknown"];
}

/** The scope of a rejection: the merchant, so that every other call fails too, or this call. */
export function scopesOf(httpStatus: number, body: Json | undefined): readonly ("call" | "merchant")[] {
  const status = field(body, "status");
  if (status?.kind !== "object" || [401, 403, 429].includes(httpStatus)) return ["merchant"];
  const key = field(status, "statusKey");
  const isMerchants = /^(?:HTTP_(?:401|403|429)|MERCHANT_ACCT_READ_ONLY)$/.test(String(keyOf(key)));
  if (!isMerchants) return ["call"];
  return key?.kind === "text" && /\s/.test(key.text) ? ["call", "merchant"] : ["merchant"]; // no key has blanks
}

/** A server that breaks down, times out or redirects may have processed the request. */
function isBreakdown(httpStatus: number): boolean {
  return httpStatus >= 500 || httpStatus === 408 || (httpStatus >= 300 && httpStatus < 400);
}

/** An error number, also as text. Undefined if it is absent. */
function numberOf(json: Json | undefined): { value: number; isPlain: boolean } | "unreadable" | undefined {
  if (isAbsent(json)) return undefined;
  const source = json?.kind === "text" ? json.text.trim() : (textIn(json) ?? "");
  if (!/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(source)) return "unreadable";
  const value = Number(source);
  return Number.isInteger(value) || !Number.isFinite(value) ? { value, isPlain: /^-?\d+$/.test(source) } : "unreadable";
}

function keyOf(json: Json | undefined): string | undefined {
  if (isAbsent(json)) return undefined;
  return json?.kind === "text" ? json.text.trim().toUpperCase() : "unreadable";
}

export function isAbsent(json: Json | undefined): boolean {
  return json === undefined || (json.kind === "literal" && json.value === null);
}

/** Five groups of hexadecimal digits, not all zero. */
function isGuid(json: Json | undefined): boolean {
  if (json?.kind !== "text") return false;
  const groups = json.text.split("-");
  const isGuid = groups.map(({ length }) => length).join() === "8,4,4,4,12" && /^[0-9a-fA-F-]+$/.test(json.text);
  return isGuid && /[^0-]/.test(json.text);
}

/** Older clients of the service use the second name. */
export function remainingIn(body: Json | undefined): Json | undefined {
  const named = field(body, "amountRemainingForFinalize");
  return orLeftOut(isAbsent(named) ? field(body, "amountRemainingForFinalization") : named, body);
}

export function pendingIn(body: Json | undefined): Json | undefined {
  return orLeftOut(field(body, "totalAmountPendingFinalization"), body);
}

/** A success after which nothing more can be finalized may leave out its zeros. */
function orLeftOut(figure: Json | undefined, body: Json | undefined): Json | undefined {
  const isTrue = (json: Json | undefined, value: boolean) => json?.kind === "literal" && json.value === value;
  const mayBeLeftOut = isTrue(field(field(body, "status"), "isSuccess"), true);
  const isOver = mayBeLeftOut && isTrue(field(body, "canFinalizeAgain"), false);
  return isAbsent(figure) && isOver ? { kind: "number", source: "0" } : figure;
}

/** Whether an identifier of 18 characters is there, also as a number. Only zeros mean none. */
function transactionsIn(json: Json | undefined): boolean[] {
  const text = json?.kind === "text" ? json.text.trim() : json?.kind === "number" ? json.source : "";
  if (!/[^0]/.test(text) || (json?.kind === "number" && !/^\d+$/.test(text))) return [false];
  return text.length === 18 ? [true] : [true, false];
}

/** A decimal, as a number or as text. An exponent or hundreds of digits are unusual. */
function amountsIn(json: Json | undefined): Figure[] {
  if (isAbsent(json)) return [undefined];
  const text = textIn(json) ?? "";
  const exact = exactly(text) ?? "unreadable";
  const isUsual = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text) && text.length <= 64;
  return isUsual || exact === "unreadable" ? [exact] : [exact, "unreadable"];
}
