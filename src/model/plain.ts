import { Decimal } from "decimal.js";
import type { ValidationIssue } from "../errors/payment-validation-error.js";
import { Bare, isJsonNumber, jsonNumber } from "../wire/json.js";
import { readAmount } from "./amount.js";
import { issue, MAX_ISSUES, pathText } from "./issue.js";

/** An object of the copy, before the types of its fields are known. */
export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export interface PlainOptions {
  /** Names of a class's getters that are read; JSON carries none of them. */
  readonly getters: ReadonlySet<string>;
  /** Where the input stands in what the caller gave: `options` for the second argument. */
  readonly at?: string;
  /** Top-level keys whose values are taken over as they are, not copied. */
  readonly keep?: readonly string[];
}

const THREW = "cannot be read: a getter, a proxy or toJSON threw";
const MAX_DEPTH = 32;
const MAX_VALUES = 2_000_000;
const MAX_CHARACTERS = 64_000_000; // UTF-16 units; the whole request must fit into one string
const VALUE_COST = MAX_CHARACTERS / MAX_VALUES;

/**
 * A copy of the caller's input in which every property was read once. What is checked is then what is sent, whatever
 * getters, proxies or later changes the original holds. What JSON cannot carry is reported, not dropped.
 *
 * Null and undefined are absent at every depth, Decimals become exact JSON numbers, and no copy has a prototype, so
 * that a polluted `Object.prototype` adds nothing to it.
 */
export function plain(input: unknown, options: PlainOptions): { value: unknown; issues: readonly ValidationIssue[] } {
  const copier = new Copier(options);
  return { value: copier.copy(input), issues: copier.issues };
}

class Copier {
  readonly issues: ValidationIssue[] = [];
  readonly #options: PlainOptions;
  readonly #path: PropertyKey[];
  readonly #top: number;
  #charactersLeft = MAX_CHARACTERS;

  constructor(options: PlainOptions) {
    this.#options = options;
    this.#path = options.at === undefined ? [] : [options.at];
    this.#top = this.#path.length;
  }

  copy(value: unknown): unknown {
    if (!this.#hasRoomFor(VALUE_COST + (typeof value === "string" ? value.length : 0))) return undefined;
    if (value === null || value === undefined) return undefined;
    if (typeof value === "object") return this.#copyObject(value);
    if (typeof value === "string" || typeof value === "boolean" || Number.isFinite(value)) return value;
    if (typeof value === "number") return this.#unreadable("must be finite: JSON has no NaN and no Infinity");
    return this.#unreadable(`must be a JSON value, not a ${typeof value}: convert it to text or leave it out`);
  }

  #copyObject(object: object): unknown {
    const depth = this.#path.length;
    if (depth > MAX_DEPTH) return this.#unreadable(`is nested deeper than ${MAX_DEPTH} levels or contains itself`);
    try {
      if (Decimal.isDecimal(object)) return this.#copyDecimal(object);
      const value = asJson(object);
      if (typeof value !== "object" || value === null) return this.copy(value);
      if (isJsonNumber(value)) return value;
      if (Array.isArray(value)) return this.#copyList(value);
      if (Object.prototype.toString.call(value) === "[object Object]") return this.#copyFields(value);
      return this.#unreadable("must be a plain object, an array or a simple value, so that JSON can carry it");
    } catch {
      this.#path.length = depth;
      return this.#unreadable(THREW);
    }
  }

  #copyDecimal(decimal: Decimal): unknown {
    const reading = readAmount(decimal);
    return "fault" in reading ? this.#unreadable(reading.fault.rule) : jsonNumber(reading.text);
  }

  #copyList(list: readonly unknown[]): unknown[] {
    const copies: unknown[] = [];
    for (let index = 0; index < list.length && this.#charactersLeft >= 0; index += 1) {
      const faults = this.issues.length;
      this.#path.push(index);
      const copy = this.copy(list[index]);
      if (copy === undefined && this.issues.length === faults) {
        this.#unreadable("must not be null or undefined: take it out of the list");
      }
      this.#path.pop();
      copies.push(copy);
    }
    return copies;
  }

  #copyFields(object: object): Fields {
    const copies = new Bare();
    for (const key of [...Object.keys(object), ...gettersOf(object, this.#options.getters)]) {
      this.#path.push(key);
      const copy = this.#copyField(object as Fields, key);
      if (copy !== undefined) copies[key] = copy;
      this.#path.pop();
    }
    return copies;
  }

  #copyField(object: Fields, key: string): unknown {
    if (key === "__proto__") return this.#unreadable("must not be a key of data: remove it");
    if (!this.#hasRoomFor(key.length)) return undefined;
    try {
      const value = object[key];
      const isKept = this.#path.length === this.#top + 1 && this.#options.keep?.includes(key) === true;
      return isKept ? (value ?? undefined) : this.copy(value);
    } catch {
      return this.#unreadable(THREW);
    }
  }

  #hasRoomFor(characters: number): boolean {
    if (this.#charactersLeft < 0) return false;
    this.#charactersLeft -= characters;
    if (this.#charactersLeft >= 0) return true;
    this.#unreadable(`is too much: an input may hold ${MAX_VALUES} values or ${MAX_CHARACTERS} characters`);
    return false;
  }

  #unreadable(rule: string): undefined {
    this.issues.push(issue(pathText(this.#path), { code: "unreadable", rule }));
    if (this.issues.length >= MAX_ISSUES) this.#charactersLeft = -1;
    return undefined;
  }
}

/** What JSON takes for the object. */
function asJson(object: object): unknown {
  const { toJSON } = object as { toJSON?: unknown };
  const isOwn = toJSON !== (Object.prototype as { toJSON?: unknown }).toJSON; // a polluted one is nobody's own
  return typeof toJSON === "function" && isOwn ? toJSON.call(object, "") : object;
}

/** The getters of an object's class that are known fields. */
function gettersOf(object: object, known: ReadonlySet<string>): string[] {
  const prototype: object | null = Object.getPrototypeOf(object);
  if (prototype === null || Object.getPrototypeOf(prototype) === null) return []; // Object.prototype, of any realm
  const descriptors = Object.entries(Object.getOwnPropertyDescriptors(prototype));
  const names = descriptors.flatMap(([name, { get }]) => (get !== undefined && known.has(name) ? name : []));
  return [...new Set([...names, ...gettersOf(prototype, known)])].filter((name) => !Object.hasOwn(object, name));
}
