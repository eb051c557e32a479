/** Reads the JSON fields that an action is given. */
import { isJsonNumber, isJsonObject, type JsonObject, type JsonValue, parseJson } from "../service/rules/json.js";
import { amountText } from "../service/rules/received-values.js";
import { ControlRejection } from "./control-rejection.js";

/** An empty body stands for no fields. */
export function parseFields(body: string): JsonObject {
  const value = body.trim() === "" ? {} : parsed(body);
  if (value !== undefined && isJsonObject(value)) return value;
  throw new ControlRejection(400, "The body must be a JSON object.");
}

function parsed(body: string): JsonValue | undefined {
  try {
    return parseJson(body);
  } catch {
    return undefined;
  }
}

export function checkNames(fields: JsonObject, known: readonly string[]): void {
  const unknown = Object.keys(fields).filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new ControlRejection(400, `Unknown: ${unknown.join(", ")}.`);
}

type Given<T> = { [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key] } & {
  [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined>;
};

/** The fields without those that were left out. */
export function given<T extends object>(fields: T): Given<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>;
}

export function textField(fields: JsonObject, name: string): string {
  const value = fields[name];
  if (typeof value !== "string" || value === "") throw new ControlRejection(400, `${name} must be text.`);
  return value;
}

/** Undefined when it is left out. */
export function optionalText(fields: JsonObject, name: string): string | undefined {
  return fields[name] === undefined ? undefined : textField(fields, name);
}

/** False when it is left out. */
export function flagField(fields: JsonObject, name: string): boolean {
  const { [name]: value = false } = fields;
  if (typeof value !== "boolean") throw new ControlRejection(400, `${name} must be true or false.`);
  return value;
}

/** Undefined when it is left out. */
export function optionalObjects(fields: JsonObject, name: string): JsonObject[] | undefined {
  const { [name]: value } = fields;
  if (value === undefined) return undefined;
  if (Array.isArray(value) && value.every(isJsonObject)) return value;
  throw new ControlRejection(400, `${name} must be a list of objects.`);
}

/** Undefined when it is left out. */
export function optionalNumber(fields: JsonObject, name: string): number | undefined {
  return fields[name] === undefined ? undefined : numberField(fields, name);
}

export function numberField(fields: JsonObject, name: string): number {
  const { [name]: value } = fields;
  const number = typeof value === "object" && isJsonNumber(value) ? Number(value.rawJSON) : Number.NaN;
  if (Number.isFinite(number)) return number;
  throw new ControlRejection(400, `${name} must be a number.`);
}

/**
 * One of the keys of `choices`.
 *
 * @param shown - What the field is called in a rejection.
 */
export function choiceField<Key extends string>(
  fields: JsonObject,
  name: string,
  choices: Readonly<Record<Key, unknown>>,
  shown = name,
): Key {
  const value = textField(fields, name);
  if (Object.hasOwn(choices, value)) return value as Key;
  throw new ControlRejection(400, `${shown} must be one of: ${Object.keys(choices).join(", ")}.`);
}

/** Undefined when it is left out. */
export function optionalAmount(fields: JsonObject, name: string): string | undefined {
  return fields[name] === undefined ? undefined : amountField(fields, name);
}

export function amountField(fields: JsonObject, name: string): string {
  const amount = amountText(fields[name]);
  if (amount === undefined) throw new ControlRejection(400, `${name} must be a decimal, for instance "125.00".`);
  return amount;
}
