import type { JsonObject, JsonValue } from "../wire/json.js";

/** The fields that are read, by their names in lower case. */
const readFields = (...names: string[]) => new Map(names.map((name) => [name.toLowerCase(), name]));

const BODY = readFields("status");
const STATUS = readFields("isSuccess", "errorNumber", "statusKey");

/**
 * Returns the path of a key that appears twice, in different case and with different values. The service itself ignores
 * case, so it is not known which one counts.
 */
export function twinIn(body: JsonObject | undefined, status?: JsonObject): string | undefined {
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
