import { isJsonNumber, type JsonObject, type JsonValue } from "../wire/json.js";
import { readBoolean, readWords } from "./response-fields.js";
import { type DeclaredKeys, meaningIn, readKey } from "./status-keys.js";

/** The fields of the status object of a response, as far as they can be read. */
export type ReportedStatus = ReturnType<typeof readStatus>;

/** Reads each field of a status object once. */
export function readStatus(given: JsonObject, declared: DeclaredKeys) {
  const digits = digitsOf(given["errorNumber"]);
  const errorNumber = SHORT_INTEGER.test(digits ?? "") ? Number.parseInt(digits as string, 10) : undefined;
  const isSuccess = readBoolean(given["isSuccess"]);
  const statusMessage = readWords(given["statusMessage"]);
  const statusKey = readKey(given["statusKey"]);
  return { given, isSuccess, statusMessage, digits, errorNumber, statusKey, known: meaningIn(declared, statusKey) };
}

const SHORT_INTEGER = /^-?\d{1,15}$/; // a number keeps all of its digits; a longer one is not shown

/** The digits of an error number; undefined if there is none, and no digits if it is neither a number nor text. */
function digitsOf(value: JsonValue | undefined): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (isJsonNumber(value)) return value.rawJSON;
  return typeof value === "string" ? value.trim() : "";
}

/** The fields that are read, by their names in lower case. */
const readFields = (...names: string[]) => new Map(names.map((name) => [name.toLowerCase(), name]));

const BODY = readFields("status");
const STATUS = readFields("isSuccess", "errorNumber", "statusKey");

/**
 * Returns the path of a key that appears twice, in different case and with different values. The service itself ignores
 * case, so it is not known which one counts.
 */
export function twinIn(body: JsonObject | undefined, status: JsonObject | undefined): string | undefined {
  const ofStatus = twinAmong(status, STATUS);
  return twinAmong(body, BODY) ?? (ofStatus && `status.${ofStatus}`);
}

function twinAmong(object: JsonObject = {}, fields: ReadonlyMap<string, string>): string | undefined {
  for (const key of Object.keys(object)) {
    const name = fields.get(key.toLowerCase());
    if (name !== undefined && name !== key && textOf(object[name]) !== textOf(object[key])) return name;
  }
  return undefined;
}

const textOf = (value: JsonValue | undefined) => JSON.stringify(value);
