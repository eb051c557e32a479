import { ServiceFieldError } from "../errors/payment-service-error.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../wire/json.js";
import { readIdentifier, readText } from "./response-fields.js";

const MOST = 100; // they go into logs

/** Reads `status.errors`: a list of objects or texts, a text, or an object with a list or a text for each field. */
export function readFieldErrors(errors: JsonValue): readonly ServiceFieldError[] {
  const entries = isJsonObject(errors) ? perField(errors) : [errors].flat().filter(isNotBlank).flatMap(entriesOf);
  return Object.freeze(entries.slice(0, MOST).map(fieldError));
}

const isNotBlank = (entry: JsonValue) => typeof entry !== "string" || entry.trim() !== "";

function perField(errors: JsonObject): JsonObject[] {
  return Object.entries(errors).flatMap(([fieldName, found]) =>
    [found].flat().flatMap((entry) => entriesOf(entry).map((each) => ({ fieldName, ...each }))),
  );
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
    path: fieldName === undefined ? undefined : callersPath(fieldName),
    fieldName,
    errorCode: ERROR_CODE.exec(readIdentifier(entry["errorCode"]) ?? "")?.[0],
    serviceMessage: readText(entry["message"]),
  });
}

/** Turns the service's name of a field (`OrderNumber`, `Lineitems[0].Name`) into the caller's path. */
const callersPath = (fieldName: string) =>
  fieldName
    .replaceAll(/\b[A-Z]\w*/g, (name) => name.charAt(0).toLowerCase() + name.slice(1))
    .replace(/^lineitems\b/, "lineItems");
