import { isJsonNumber, jsonNumber } from "../wire/json.js";
import { readAmount } from "./amount.js";
import { claimsDecimal } from "./decimal.js";
import type { Report } from "./issue.js";

type Path = readonly PropertyKey[];

const MAX_DEPTH = 32;

/** Copies a value as JSON carries it, without null and undefined. Reports what `JSON.stringify` would drop or change. */
export function copyAsJson(given: unknown, report: Report, path: Path = [], holders: readonly unknown[] = []): unknown {
  const invalid = (rule: string) => void report(path, { code: "unreadable", rule });
  if (path.at(-1) === "__proto__" && (given ?? undefined) !== undefined)
    return invalid("must not be a key of data: remove it");
  if (claimsDecimal(given)) {
    const reading = readAmount(given);
    return "text" in reading ? jsonNumber(reading.text) : invalid(reading.fault.rule);
  }
  const value = typeof Object(given).toJSON === "function" ? Object(given).toJSON() : given;
  const fault = holders.includes(given) ? TOO_DEEP : faultOf(value, path);
  if (fault !== undefined) return invalid(fault);
  if (typeof value !== "object" || value === null || isJsonNumber(value)) return value ?? undefined;
  const copied = (each: unknown, key: PropertyKey) => copyAsJson(each, report, [...path, key], [...holders, given]);
  if (Array.isArray(value)) return Array.from(value, copied); // also visits the gaps of a list
  const fields = Object.entries(value).map(([name, each]) => [name, copied(each, name)] as const);
  return Object.fromEntries(fields.filter(([, each]) => each !== undefined));
}

const TOO_DEEP = `is nested deeper than ${MAX_DEPTH} levels or contains itself`;
export const NOTHING_IN_LIST = "must not be null or undefined: take it out of the list";
export const PROMISE = "is a promise: await it";

function faultOf(value: unknown, path: Path): string | undefined {
  if (path.length > MAX_DEPTH) return TOO_DEEP;
  if (value === null || value === undefined) return typeof path.at(-1) === "number" ? NOTHING_IN_LIST : undefined;
  if (typeof value === "object") return faultOfObject(value);
  if (typeof value === "number" && !Number.isFinite(value)) return "must be finite: JSON has no NaN and no Infinity";
  if (["string", "number", "boolean"].includes(typeof value)) return undefined;
  return `must be a JSON value, not a ${typeof value}: convert it to text or leave it out`;
}

/** Says why an object is no data. An instance of the caller's own class is data. */
export function faultOfObject(value: object): string | undefined {
  if (isPromise(value)) return PROMISE;
  if (Array.isArray(value) || Object.prototype.toString.call(value) === "[object Object]") return undefined;
  return "must be a plain object, an array or a simple value, so that JSON can carry it";
}

export const isPromise = (value: unknown) => typeof value === "object" && typeof Object(value).then === "function";
