/** Actions of the control API, and how each reads its JSON fields. */
import { isJsonNumber, isJsonObject, type JsonObject, type JsonValue, parseJson } from "../service/rules/json.js";
import { amountText } from "../service/rules/received-values.js";
import { ControlRejection } from "./control-rejection.js";

/** Changes the fake, and returns the response. */
export type Action = (fields: JsonObject) => Promise<{ readonly httpStatus: number; readonly response: object }>;

/** The actions by the last part of their path; each is a POST with a JSON object. */
export type Actions = Readonly<Record<string, Action>>;

type Act<S extends Shape> = (fields: FieldsOf<S>) => object | undefined | Promise<object | undefined>;

/** An action that reads its fields first. It rejects what the service rejects by throwing an error that names the rule. */
export function action<S extends Shape>(shape: S, act: Act<S>, httpStatus = 200): Action {
  return async (given) => {
    try {
      return { httpStatus, response: (await act(readFields(given, shape))) ?? {} };
    } catch (error) {
      if (error instanceof ControlRejection) throw error;
      const isBadValue = error instanceof RangeError || error instanceof TypeError;
      throw new ControlRejection(isBadValue ? 400 : 409, (error as Error).message);
    }
  };
}

/** Reads one field, or rejects it under this name. */
export type Reader<T> = (value: JsonValue | undefined, name: string) => T;

/** A reader for each known field. */
export type Shape = Readonly<Record<string, Reader<unknown>>>;

type Read<S extends Shape> = { readonly [Name in keyof S]: ReturnType<S[Name]> };
type Optional<T> = { [Name in keyof T]: undefined extends T[Name] ? Name : never }[keyof T];
type Defined<T> = { readonly [Name in keyof T]: Exclude<T[Name], undefined> };

/** The fields that were read, without those that were left out. */
export type FieldsOf<S extends Shape> = Omit<Read<S>, Optional<Read<S>>> &
  Partial<Defined<Pick<Read<S>, Optional<Read<S>>>>>;

/** The fields of a body; none if it is empty. */
export function parseFields(body: string): JsonObject {
  try {
    const value = parseJson(body.trim() === "" ? "{}" : body);
    if (isJsonObject(value)) return value;
  } catch {
    // rejected below, like any other body that is no object
  }
  throw new ControlRejection(400, "The body must be a JSON object.");
}

/** @throws ControlRejection for a field that is unknown or cannot be read. */
export function readFields<S extends Shape>(fields: JsonObject, shape: S): FieldsOf<S> {
  const unknown = Object.keys(fields).filter((name) => !Object.hasOwn(shape, name));
  if (unknown.length > 0) throw new ControlRejection(400, `Unknown: ${unknown.join(", ")}.`);
  const entries = Object.entries(shape).map(([name, read]) => [name, read(fields[name], name)]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as FieldsOf<S>;
}

function reader<T>(expected: string, read: (value: JsonValue) => T | undefined): Reader<T> {
  return (value, name) => {
    const result = value === undefined ? undefined : read(value);
    if (result === undefined) throw new ControlRejection(400, `${name} must be ${expected}.`);
    return result;
  };
}

export const text = reader("text", (value) => (typeof value === "string" && value !== "" ? value : undefined));
export const textOrNull = reader("text", (value) => (typeof value === "string" || value === null ? value : undefined));
export const flag = reader("true or false", (value) => (typeof value === "boolean" ? value : undefined));
export const amount = reader('a decimal, for instance "125.00"', amountText);
export const object = reader("an object", (value) => (isJsonObject(value) ? value : undefined));
export const list = reader("a list", (value) => (Array.isArray(value) ? value : undefined));
export const objects = reader("a list of objects", (value) =>
  Array.isArray(value) && value.every(isJsonObject) ? value : undefined,
);
export const number = reader("a number", (value) => {
  const result = typeof value === "object" && isJsonNumber(value) ? Number(value.rawJSON) : Number.NaN;
  return Number.isFinite(result) ? result : undefined;
});

export function oneOf<Choice extends string>(choices: readonly Choice[]): Reader<Choice> {
  return (value, name) => {
    const chosen = choices.find((choice) => choice === text(value, name));
    if (chosen === undefined) throw new ControlRejection(400, `${name} must be one of: ${choices.join(", ")}.`);
    return chosen;
  };
}

/** A reader that returns undefined if the field is left out. */
export function optional<T>(read: Reader<T>): Reader<T | undefined> {
  return (value, name) => (value === undefined ? undefined : read(value, name));
}
