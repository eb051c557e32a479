/** Each reader of a field returns undefined for null and for what it cannot read. */
import { Decimal } from "decimal.js";
import type { ReportedFinalization } from "../errors/facts.js";
import { type PaymentServiceError, ServiceFieldError } from "../errors/kinds.js";
import { Exact } from "../model/amount.js";
import { isGuid } from "../model/schema.js";
import { isJsonNumber, isJsonObject, type JsonObject, type JsonValue, parseJson, presentFields } from "../wire/json.js";

export function readBoolean(value: JsonValue | undefined): boolean | undefined {
  if (typeof value === "boolean") return value;
  return value === "true" || value === "false" ? value === "true" : undefined;
}

export const readText = (value: JsonValue | undefined) => (typeof value === "string" ? value : undefined);

const MAX_WORDS = 500; // they go into messages and logs; `responseOf` has the whole response

export const readWords = (value: JsonValue | undefined) =>
  typeof value === "string" ? value.slice(0, MAX_WORDS).replace(/\p{Cc}+/gu, " ") : undefined;

/** Reads an identifier from text or from a number with every digit. `""`, `0` and an all-zero GUID are absent. */
export function readIdentifier(value: JsonValue | undefined): string | undefined {
  const text = isJsonNumber(value) ? /^\d+$/.exec(value.rawJSON)?.[0] : readText(value)?.trim();
  return text === undefined || /^[0{}-]*$/.test(text) ? undefined : text;
}

export function readGuid(value: JsonValue | undefined): string | undefined {
  const text = readText(value);
  return text !== undefined && isGuid(text) ? text : undefined;
}

const DECIMAL = /^(?=.{1,64}$)-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,2})?$/;

export function readDecimal(value: JsonValue | undefined): Decimal | undefined {
  const text = isJsonNumber(value) ? value.rawJSON : readText(value);
  if (text === undefined || !DECIMAL.test(text)) return undefined;
  const exact = new Exact(text);
  const apps = new Decimal(text); // the app's settings of decimal.js may have rounded it
  return exact.eq(apps) ? apps : exact; // `eq` uses the settings of its left side
}

export function readObject(value: JsonValue | undefined): JsonObject | undefined {
  try {
    const object = typeof value === "string" ? parseJson(value) : value;
    return isJsonObject(object) ? object : undefined;
  } catch {
    return undefined;
  }
}

/** Turns each number into a Decimal, or into its text if it is out of bounds (`1e2000000000`). */
export function withDecimals(value: JsonValue): unknown {
  if (isJsonNumber(value)) return readDecimal(value) ?? value.rawJSON;
  if (Array.isArray(value)) return value.map(withDecimals);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withDecimals(inner)]));
}

/** With `isSuccess: true` and `canFinalizeAgain: false`, old versions of the service leave out figures that are 0. */
export function readFinalization(body: JsonObject): ReportedFinalization {
  const status = body["status"] as JsonObject; // a response without one is not read any further
  const canFinalizeAgain = readBoolean(body["canFinalizeAgain"]);
  const leftOut = readBoolean(status["isSuccess"]) === true && canFinalizeAgain === false ? "0" : undefined;
  // Older clients of the service read the second name.
  const remaining = body["amountRemainingForFinalize"] ?? body["amountRemainingForFinalization"];
  const given = {
    amountRemainingForFinalize: remaining ?? leftOut,
    totalAmountFinalized: body["totalAmountFinalized"],
    totalAmountPendingFinalization: body["totalAmountPendingFinalization"] ?? leftOut,
  };
  const unreadable: (keyof typeof given)[] = [];
  const amounts: { [Name in keyof typeof given]?: Decimal } = {};
  for (const name of Object.keys(given) as (keyof typeof given)[]) {
    const amount = readDecimal(given[name]);
    if (amount !== undefined) amounts[name] = amount;
    else if ((given[name] ?? null) !== null) unreadable.push(name);
  }
  return presentFields({
    transactionId: readIdentifier(body["transactionId"]),
    batchId: readIdentifier(body["batchId"]),
    acquirerId: readIdentifier(body["acquirerId"]),
    canFinalizeAgain,
    ...amounts,
    unreadable: unreadable.length > 0 ? unreadable : undefined,
  });
}

/** Whether a failure carries an id of a finalization, against the contract. Some services repeat the authorization's. */
export const namesFinalization = (reported: ReportedFinalization, authorizationId: string | undefined) =>
  [reported.transactionId, reported.acquirerId].some((id) => id !== undefined && id !== authorizationId);

const MOST = 100; // they go into logs

/** Reads `status.errors`: a list of objects or texts, a text, or an object with a list or a text for each field. */
export function readFieldErrors(errors: JsonValue): PaymentServiceError["errors"] {
  const perField = (object: JsonObject) =>
    Object.entries(object).flatMap(([fieldName, found]) =>
      [found].flat().flatMap((entry) => entriesOf(entry).map((each) => ({ fieldName, ...each }))),
    );
  const isNotBlank = (entry: JsonValue) => typeof entry !== "string" || entry.trim() !== "";
  const entries = isJsonObject(errors) ? perField(errors) : [errors].flat().filter(isNotBlank).flatMap(entriesOf);
  return Object.freeze(entries.slice(0, MOST).map(fieldError));
}

function entriesOf(entry: JsonValue): JsonObject[] {
  if (isJsonObject(entry)) return [entry];
  return typeof entry === "string" ? [{ message: entry }] : [];
}

// Other text is dropped, because it may quote the request.
const FIELD_NAME = /^(?=.{1,100}$)[A-Za-z]\w*(?:\[\d+\])*(?:\.[A-Za-z]\w*(?:\[\d+\])*){0,9}$/;
const ERROR_CODE = /^[A-Za-z0-9_.-]{1,40}$/;

function fieldError(entry: JsonObject): ServiceFieldError {
  const fieldName = FIELD_NAME.exec(readText(entry["fieldName"]) ?? "")?.[0];
  return new ServiceFieldError({
    path: fieldName === undefined ? undefined : inputPath(fieldName),
    fieldName,
    errorCode: ERROR_CODE.exec(readIdentifier(entry["errorCode"]) ?? "")?.[0],
    serviceMessage: readText(entry["message"]),
  });
}

/** Turns the service's name of a field (`OrderNumber`, `Lineitems[0].Name`) into its path in the input. */
const inputPath = (fieldName: string) =>
  fieldName
    .replaceAll(/\b[A-Z]\w*/g, (name) => name.charAt(0).toLowerCase() + name.slice(1))
    .replace(/^lineitems\b/, "lineItems");
