import { bareKey, meaningOfKey, type StatusMeaning } from "../errors/status-catalogue.js";
import { isJsonNumber, type JsonValue } from "../wire/json.js";

/** The meanings that the merchant has declared, by keys in upper case. */
export type DeclaredKeys = ReadonlyMap<string, StatusMeaning>;

/** Prepares the client option `statusKeys`. */
export const declaredKeys = (statusKeys: Readonly<Record<string, StatusMeaning>>): DeclaredKeys =>
  new Map(Object.entries(statusKeys).map(([key, meaning]) => [bareKey(key), meaning]));

/** What a status key says, and whether the merchant has declared it. */
export interface KeyMeaning {
  readonly meaning: StatusMeaning;
  readonly isDeclared: boolean;
}

/** Other text is no key, and may quote the request. */
export const STATUS_KEY = /^[A-Za-z0-9][\w.-]{0,63}$/;

/** Reads a key from text, or from a number with every digit. */
export function readKey(value: JsonValue | undefined): string | undefined {
  const text = isJsonNumber(value) ? /^[1-9]\d*$/.exec(value.rawJSON)?.[0] : value;
  const key = typeof text === "string" ? text.trim() : "";
  return STATUS_KEY.test(key) ? key : undefined;
}

/** Returns what a key says; undefined if neither this library nor the merchant knows it. */
export function meaningIn(declared: DeclaredKeys, statusKey: string | undefined): KeyMeaning | undefined {
  if (statusKey === undefined) return undefined;
  const theirs = declared.get(bareKey(statusKey));
  if (theirs !== undefined) return { meaning: theirs, isDeclared: true };
  const ours = meaningOfKey(statusKey);
  return ours && { meaning: ours, isDeclared: false };
}
