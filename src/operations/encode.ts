import { Decimal } from "decimal.js";
import { amountText } from "../model/amount.js";
import { type LineItem, lineItemAmounts } from "../model/line-item.js";
import { setOwn } from "../model/own-property.js";
import type { Rules } from "../model/rules.js";
import { type JsonNumber, type JsonObject, type JsonValue, jsonNumber, stringifyJson } from "../wire/json.js";

export function encodeAmount(amount: unknown): JsonNumber {
  return jsonNumber(typeof amount === "string" ? amount : amountText(amount, "an amount"));
}

/** The lines with their known amounts as JSON numbers; whatever else they hold passes through. */
export function encodeLineItems(lines: readonly LineItem[], { lineItemTotal }: Rules): JsonObject[] {
  const encode = (value: unknown, key: string) =>
    lineItemAmounts.has(key) || key === lineItemTotal ? encodeAmount(value) : encodeOpen(value);
  return lines.map((line) => mapValues(line, encode));
}

/** A value of a snapshot as it is; only its numbers and Decimals need care to keep their digits. */
export function encodeOpen(value: unknown): JsonValue {
  if (typeof value === "string") return value;
  if (typeof value === "number") return jsonNumber(String(value));
  if (typeof value !== "object" || value === null) return (value ?? null) as boolean | null;
  if (Decimal.isDecimal(value)) return jsonNumber(value.toFixed());
  return Array.isArray(value) ? value.map(encodeOpen) : mapValues(value, encodeOpen);
}

/** JSON text of an object, without the fields that were not given; empty text when none was. */
export function encodeBody(fields: Readonly<Record<string, JsonValue | undefined>>): string {
  const given = Object.entries(fields).filter((field): field is [string, JsonValue] => field[1] !== undefined);
  return given.length === 0 ? "" : stringifyJson(Object.fromEntries(given));
}

/** `encodeOpen`, for a field that may be absent. */
export function encodeOptional(value: unknown): JsonValue | undefined {
  return value === undefined ? undefined : encodeOpen(value);
}

function mapValues(object: object, map: (value: unknown, key: string) => JsonValue): JsonObject {
  const mapped: JsonObject = {};
  for (const key of Object.keys(object)) setOwn(mapped, key, map((object as Record<string, unknown>)[key], key));
  return mapped;
}
