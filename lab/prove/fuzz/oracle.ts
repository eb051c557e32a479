import { isUtf8 } from "node:buffer";
import { meaningOf, numberIn, ofFailure } from "./failures.ts";
import {
  amountsIn,
  exactly,
  type Figure,
  flagIn,
  isAbsent,
  isNegative,
  isRead,
  pendingIn,
  remainingIn,
  ZERO,
} from "./figures.ts";
import { field, type Json, readJson, writeJson } from "./json.ts";

/*
 * The rule of the service contract for what a response proves, written a second time and independently, so that a mistake
 * would have to be made twice. Nothing of the library is imported.
 */

export type OperationName = "createOrder" | "finalize";

/** The part of the request that matters for its response. */
export interface TestedCall {
  readonly operation: OperationName;
  /** Decimal text, as is the amount that was finalized before. */
  readonly amount: string;
  readonly before?: string | undefined;
  /** The authorization to finalize. */
  readonly transactionId?: string | undefined;
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

export function proofOf(call: TestedCall, response: WireResponse, maxBytes: number): Proof {
  const isTooLarge = response.bytes.byteLength > maxBytes || separatorsIn(response.bytes) > maxBytes / 16;
  if (response.brokeOff || isTooLarge) return { allowed: ["unknown"], body: undefined };
  const body = isUtf8(response.bytes) ? readJson(textOf(response)) : undefined;
  const status = field(body, "status");
  const twins = [twinOf(body, "status"), ...STATUS_KEYS.map((key) => twinOf(status, key))];
  if (twins.includes("there")) return { allowed: ["unknown"], body };
  const proven =
    status?.kind === "object" ? ofEnvelope(call, response, status, body) : ofNoEnvelope(call, response, body);
  return { allowed: twins.includes("arguable") ? [...proven, "unknown"] : proven, body };
}

/** Each JSON value, or its key, has one of these before it. */
const separatorsIn = (bytes: Uint8Array) => (Buffer.from(bytes).toString("latin1").match(/[,[{]/g) ?? []).length;

function ofEnvelope(call: TestedCall, response: WireResponse, status: Json, body: Json | undefined): Ending[] {
  const flag = flagIn(status, "isSuccess");
  if (flag === undefined) return ["unknown"];
  const { httpStatus } = response;
  return flag ? ofSuccess(call, httpStatus, status, body) : ofFailure(call, httpStatus, status, body);
}

/** The text without its byte order mark. */
export const textOf = ({ bytes }: WireResponse): string =>
  Buffer.from(bytes)
    .toString()
    .replace(/^\ufeff/, "");

/** Broken JSON proves nothing. Without JSON, the HTTP status decides. */
function ofNoEnvelope({ operation }: TestedCall, response: WireResponse, body: Json | undefined): Ending[] {
  const proven: Ending = REJECTIONS[operation].includes(response.httpStatus) ? "rejected" : "unknown";
  return [body === undefined && isBrokenJson(response.contentType, textOf(response)) ? "unknown" : proven];
}

/** Whether a text that is no JSON was meant to be JSON, by its type or by its first character. */
function isBrokenJson(contentType: string, text: string): boolean {
  const [type = ""] = contentType.toLowerCase().split(";");
  return text.trim() !== "" && (/[/+]json$/.test(type.trim()) || /^\s*[{[]/.test(text));
}

/** With these, nothing was processed. After money has moved, a proxy may respond with any other status. */
const REJECTIONS: Readonly<Record<OperationName, readonly number[]>> = {
  createOrder: [400, 401, 404, 405, 410, 411, 413, 414, 415, 422, 429, 431],
  finalize: [401, 411, 413, 414, 415, 429, 431],
};

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
function ofSuccess(call: TestedCall, httpStatus: number, status: Json, body: Json | undefined): Ending[] {
  const number = numberIn(status) ?? "0";
  const meaning = meaningOf(status);
  if (httpStatus < 200 || httpStatus > 299) return ["unknown"];
  if (!/^-?0/.test(number) || /[1-9]/.test(number.split(/e/i)[0] ?? "")) return ["unknown"];
  if (meaning !== "success" && meaning !== "pending") return ["unknown"];
  const isPending = meaning === "pending";
  const proven = call.operation === "createOrder" ? ofOrder(isPending, body) : ofFinalization(call, isPending, body);
  return number === "0" ? proven : [...proven, "unknown"]; // 0.0 and 0e1 are unusual forms of an integer
}

function ofOrder(isPending: boolean, body: Json | undefined): Ending[] {
  if (isGuid(field(body, "orderId"))) return [isPending ? "pending" : "result"];
  return [isPending ? "unknown" : "succeeded"];
}

type Figures = Readonly<Record<"finalized" | "pending" | "remaining", Figure>>;

/** Every possible reading: a figure in an unusual form may count or be unreadable. */
function ofFinalization(call: TestedCall, isPending: boolean, body: Json | undefined): Ending[] {
  const again = flagIn(body, "canFinalizeAgain");
  const endings = amountsIn(field(body, "totalAmountFinalized")).flatMap((finalized) =>
    amountsIn(pendingIn(body)).flatMap((pending) =>
      amountsIn(remainingIn(body)).flatMap((remaining) =>
        transactionsIn(field(body, "transactionId")).map((hasTransaction): Ending => {
          const figures = { finalized, pending, remaining };
          const isWhole = Object.values(figures).every(isRead) && hasTransaction;
          const said = isPending ? pendingBy(figures, call) : saidBy(figures, call);
          return ending(said, isWhole && again !== undefined);
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

/** Under PENDING, a negative figure denies it, and so does a total that may include this amount. */
function pendingBy(figures: Figures, call: TestedCall): Said {
  if (Object.values(figures).some(isNegative)) return "denied";
  const { finalized, pending } = figures;
  if (!isRead(finalized)) return "pending"; // the result is not whole
  const amount = exactly(call.amount) ?? ZERO;
  const before = call.before === undefined ? undefined : exactly(call.before);
  if (before !== undefined) return finalized.gt(before) ? "denied" : "pending";
  const isPending = isRead(pending) && pending.gte(amount);
  return finalized.gte(amount) && !isPending ? "denied" : "pending";
}

/** Whether this amount was finalized, by the finalized and pending figures. */
function saidBy(figures: Figures, call: TestedCall): Said {
  if (Object.values(figures).some(isNegative)) return "denied";
  const amount = exactly(call.amount) ?? ZERO;
  const before = call.before === undefined ? undefined : exactly(call.before);
  const { finalized, pending, remaining } = figures;
  if (finalized === "unreadable" || pending === "unreadable") return "denied";
  if (finalized === undefined && remaining === "unreadable") return "denied";
  const isPending = pending !== undefined && amount.gt(0) && pending.gte(amount);
  if (finalized === undefined) return isPending ? "denied" : "done";
  const isAsBefore = before === undefined ? finalized.lt(amount) : finalized.eq(before);
  if (isPending) return isAsBefore ? "pending" : "denied"; // else it may be both finalized and pending
  return finalized.eq(amount.plus(before ?? 0)) || (before === undefined && !isAsBefore) ? "done" : "denied";
}

/** Hexadecimal digits that are not all zero: 32, or five groups, which may be in braces. */
function isGuid(json: Json | undefined): boolean {
  if (json?.kind !== "text") return false;
  const { text } = json;
  const bare = text.startsWith("{") && text.endsWith("}") ? text.slice(1, -1) : text;
  const sizes = bare.split("-").map(({ length }) => length);
  const isForm = sizes.join() === "8,4,4,4,12" || (bare === text && sizes.join() === "32");
  return isForm && /^[0-9a-fA-F-]+$/.test(bare) && /[^0-]/.test(bare);
}

/** Whether an identifier of 18 characters is there, also as a number. Only zeros mean none. */
function transactionsIn(json: Json | undefined): boolean[] {
  const text = json?.kind === "text" ? json.text.trim() : json?.kind === "number" ? json.source : "";
  if (!/[^0]/.test(text) || (json?.kind === "number" && !/^\d+$/.test(text))) return [false];
  return text.length === 18 ? [true] : [true, false];
}
