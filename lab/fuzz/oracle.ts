import { isUtf8 } from "node:buffer";
import { field, type Json, readJson } from "./json.ts";

/*
 * What an answer proves: the rule of the service contract, written a second time and without a look at the first, so
 * that a mistake would have to be made twice. Nothing of the library is imported.
 */

export type OperationName = "createOrder" | "finalize";

/** How a call may end once an answer came: a result, a result that is still under way, or an error's outcome. */
export type Ending = "result" | "pending" | "succeeded" | "rejected" | "unknown";

/** An answer as it came from the network. */
export interface WireAnswer {
  readonly httpStatus: number;
  readonly bytes: Uint8Array;
  /** The connection failed before the end of the body. */
  readonly brokeOff: boolean;
}

/** What an answer proves. */
export interface Proof {
  /** More than one only where the contract leaves it open, and one of them is the careful one. */
  readonly allowed: readonly Ending[];
  /** The body; undefined when it is not whole or no JSON. */
  readonly body: Json | undefined;
}

/** How sure it is that a required field is there. */
type Presence = "there" | "arguable" | "missing";

export function proofOf(operation: OperationName, answer: WireAnswer, maxBytes: number): Proof {
  if (answer.brokeOff || answer.bytes.byteLength > maxBytes) return { allowed: ["unknown"], body: undefined };
  const body = isUtf8(answer.bytes) ? readJson(textOf(answer.bytes)) : undefined;
  const status = field(body, "status");
  if (status?.kind !== "object") return { allowed: [hopRefused(answer.httpStatus) ? "rejected" : "unknown"], body };
  const flag = field(status, "isSuccess");
  if (flag?.kind !== "literal" || flag.value === null) return { allowed: ["unknown"], body };
  const allowed = flag.value ? ofSuccess(operation, answer.httpStatus, status, body) : ofFailure(answer, status);
  return { allowed, body };
}

/** UTF-8 without its byte order mark. */
export function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString("utf8")
    .replace(/^\ufeff/, "");
}

/** Whoever answers these has not let the request through: it is wrong, not allowed or too much as a whole. */
function hopRefused(httpStatus: number): boolean {
  return [400, 401, 403, 404, 405, 410, 411, 413, 414, 415, 422, 429, 431].includes(httpStatus);
}

/** isSuccess is true: a success only if everything else says so too. */
function ofSuccess(operation: OperationName, httpStatus: number, status: Json, body: Json | undefined): Ending[] {
  const number = field(status, "errorNumber");
  const key = field(status, "statusKey");
  if (httpStatus < 200 || httpStatus > 299) return ["unknown"];
  if (number?.kind !== "number" || /[1-9]/.test(number.source.split(/e/i)[0] ?? "")) return ["unknown"];
  if (key?.kind !== "text" || (key.text !== "SUCCESS" && key.text !== "PENDING")) return ["unknown"];
  const [whole, lacking]: [Ending, Ending] = key.text === "SUCCESS" ? ["result", "succeeded"] : ["pending", "unknown"];
  const presence = operation === "createOrder" ? guidPresence(field(body, "orderId")) : finalizationPresence(body);
  const plain: Record<Presence, Ending[]> = { there: [whole], arguable: [whole, lacking], missing: [lacking] };
  // 0.0 and 0e1 are zero, but no integer's usual form: doubt is allowed.
  return number.source === "0" ? plain[presence] : [...plain[presence], "unknown"];
}

/** isSuccess is false: a refusal unless it contradicts itself, or speaks of a breakdown, before which it may be done. */
function ofFailure({ httpStatus }: WireAnswer, status: Json): Ending[] {
  const number = numberOf(field(status, "errorNumber"));
  const key = keyOf(field(status, "statusKey"));
  if (number === "unreadable" || key === "unreadable") return ["unknown"];
  if (number?.value === 0 || key === "SUCCESS" || key === "PENDING") return ["unknown"];
  if (number?.value === -1 || key === "INTERNAL_ERROR" || isBreakdown(httpStatus)) return ["unknown"];
  const inKey = /^HTTP_(\d{3})$/.exec(key ?? "")?.[1];
  if (inKey !== undefined && isBreakdown(Number.parseInt(inKey, 10))) return ["unknown"];
  if (number?.value === -3 && inKey === undefined) return ["unknown"];
  const isPlain = number === undefined || (number.isPlain && number.value > -1e9 && number.value < 1e9);
  return isPlain && httpStatus >= 200 ? ["rejected"] : ["rejected", "unknown"];
}

/** Nobody knows what a server did before it broke down, gave up waiting, or pointed elsewhere. */
function isBreakdown(httpStatus: number): boolean {
  return httpStatus >= 500 || httpStatus === 408 || (httpStatus >= 300 && httpStatus < 400);
}

/** An error number, also as text; undefined when there is none. */
function numberOf(json: Json | undefined): { value: number; isPlain: boolean } | "unreadable" | undefined {
  if (isAbsent(json)) return undefined;
  const source = json?.kind === "number" ? json.source : json?.kind === "text" ? json.text.trim() : "";
  if (!/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(source)) return "unreadable";
  const value = Number(source);
  return Number.isInteger(value) || !Number.isFinite(value) ? { value, isPlain: /^-?\d+$/.test(source) } : "unreadable";
}

function keyOf(json: Json | undefined): string | undefined {
  if (isAbsent(json)) return undefined;
  return json?.kind === "text" ? json.text.trim().toUpperCase() : "unreadable";
}

function isAbsent(json: Json | undefined): boolean {
  return json === undefined || (json.kind === "literal" && json.value === null);
}

/** Five groups of hex digits, not all zero. */
function guidPresence(json: Json | undefined): Presence {
  if (json?.kind !== "text") return "missing";
  const groups = json.text.split("-");
  const isGuid = groups.map(({ length }) => length).join() === "8,4,4,4,12" && /^[0-9a-fA-F-]+$/.test(json.text);
  return isGuid && /[^0-]/.test(json.text) ? "there" : "missing";
}

function finalizationPresence(body: Json | undefined): Presence {
  const again = field(body, "canFinalizeAgain");
  const presences = [
    transactionPresence(field(body, "transactionId")),
    again?.kind === "literal" && again.value !== null ? "there" : "missing",
    amountPresence(remainingOf(body)),
    amountPresence(field(body, "totalAmountFinalized")),
    amountPresence(field(body, "totalAmountPendingFinalization")),
  ];
  if (presences.includes("missing")) return "missing";
  return presences.includes("arguable") ? "arguable" : "there";
}

/** Older versions of the service's clients know it by its second name. */
export function remainingOf(body: Json | undefined): Json | undefined {
  const named = field(body, "amountRemainingForFinalize");
  return isAbsent(named) ? field(body, "amountRemainingForFinalization") : named;
}

/** Eighteen characters, or a number of as many digits. Zeros alone mean none. */
function transactionPresence(json: Json | undefined): Presence {
  const text = json?.kind === "text" ? json.text.trim() : json?.kind === "number" ? json.source : "";
  if (!/[^0]/.test(text) || (json?.kind === "number" && !/^\d+$/.test(text))) return "missing";
  return text.length === 18 ? "there" : "arguable";
}

/** A decimal, as a number or as text; with an exponent or hundreds of digits it is nothing that a service would send. */
function amountPresence(json: Json | undefined): Presence {
  const text = json?.kind === "number" ? json.source : json?.kind === "text" ? json.text : "";
  if (!/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) return "missing";
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text) && text.length <= 64 ? "there" : "arguable";
}
