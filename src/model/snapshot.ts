import { Decimal } from "decimal.js";
import type { ValidationIssue } from "../errors/payment-validation-error.js";
import { jsonNumber } from "../wire/json.js";
import { decimalText, Exact, MAX_DIGITS } from "./amount.js";
import { issue, MAX_ISSUES, pathText } from "./issue.js";
import { isOwn, setOwn } from "./own-property.js";

/**
 * A plain copy of the caller's input in which every property was read once. What is checked is then what is sent,
 * whatever getters, proxies or later changes the original holds. What JSON cannot carry is reported, not dropped.
 */
export interface Snapshot {
  readonly value: unknown;
  readonly issues: readonly ValidationIssue[];
}

/** The snapshot of an object, before the types of its fields are known. */
export type Fields = Readonly<Record<string, unknown>>;

const MAX_DEPTH = 32;
const MAX_VALUES = 2_000_000;
const MAX_TEXT = 64_000_000; // UTF-16 units; the whole request must fit into one string
/**
 * @param at where the input stands in what the caller gave: `options` for the second argument.
 * @param keep a top-level key whose value is taken over as it is, not copied.
 */
export function takeSnapshot(input: unknown, at?: string, keep?: string): Snapshot {
  const walk = new Walk(at, keep);
  return { value: walk.copy(input), issues: walk.issues };
}

class Walk {
  readonly issues: ValidationIssue[] = [];
  /** Where the walk is; turned into text only when there is something to say of the place. */
  readonly #path: PropertyKey[];
  readonly #top: number;
  readonly #keep: string | undefined;
  #valuesLeft = MAX_VALUES;
  #textLeft = MAX_TEXT;
  #isFull = false;

  constructor(at: string | undefined, keep: string | undefined) {
    this.#path = at === undefined ? [] : [at];
    this.#top = this.#path.length;
    this.#keep = keep;
  }

  copy(value: unknown): unknown {
    if (this.#isFull) return undefined;
    if (!this.#hasRoomFor(value)) return this.#tooMuch();
    switch (typeof value) {
      case "string":
      case "boolean":
      case "undefined":
        return value;
      case "number":
        return Number.isFinite(value) ? value : this.#unreadable("must be finite: JSON has no NaN and no Infinity");
      case "object":
        return value === null ? null : this.#copyObject(value);
      default:
        return this.#unreadable(`must be a JSON value, not a ${typeof value}: convert it to text or leave it out`);
    }
  }

  #copyObject(value: object): unknown {
    const depth = this.#path.length;
    if (depth > MAX_DEPTH) return this.#unreadable(`is nested deeper than ${MAX_DEPTH} levels or contains itself`);
    try {
      if (Decimal.isDecimal(value)) return this.#copyDecimal(value);
      if (Array.isArray(value)) return this.#copyArray(value);
      const { toJSON } = value as { toJSON?: unknown };
      if (typeof toJSON === "function") return this.copy(toJSON.call(value, ""));
      if (Object.prototype.toString.call(value) !== "[object Object]") {
        return this.#unreadable("must be a plain object, an array or a simple value, so that JSON can carry it");
      }
      if (hasAccessors(Object.getPrototypeOf(value))) {
        return this.#unreadable("must be a plain object: its class has getters, which JSON does not carry");
      }
      return this.#copyProperties(value);
    } catch {
      this.#path.length = depth;
      return this.#unreadable("cannot be read: a getter, a proxy or toJSON threw");
    }
  }

  #copyDecimal(value: Decimal): Decimal | undefined {
    const text = decimalText(value);
    const copied = text === undefined ? undefined : new Exact(text);
    if (text === undefined || copied === undefined || copied.precision() > MAX_DIGITS) {
      return this.#unreadable(`must be a finite Decimal of at most ${MAX_DIGITS} digits`);
    }
    // As a number in JSON, with all its digits, where decimal.js would write a string.
    return Object.defineProperty(copied, "toJSON", { value: () => jsonNumber(text) });
  }

  #copyArray(value: readonly unknown[]): unknown[] {
    const target: unknown[] = [];
    for (let index = 0; index < value.length && !this.#isFull; index += 1)
      target.push(this.#child(index, value[index]));
    return target;
  }

  #copyProperties(value: object): Record<string, unknown> {
    const isItem = typeof this.#path.at(-1) === "number";
    const copy = carried(isItem ? copyOfItem(value) : copyOf(value));
    for (const key in copy) {
      const given = copy[key];
      this.#textLeft -= key.length;
      if (typeof given === "string" && this.#hasRoomFor(given)) continue; // most of them
      const isKept = key === this.#keep && this.#path.length === this.#top;
      if (!isOwn(copy, key) || isKept) continue;
      const copied = this.#child(key, given);
      if (copied === undefined)
        delete copy[key]; // its toJSON gave nothing, as JSON has it
      else copy[key] = copied;
    }
    return copy;
  }

  #child(key: PropertyKey, value: unknown): unknown {
    this.#path.push(key);
    const copied = this.copy(value);
    this.#path.pop();
    return copied;
  }

  #hasRoomFor(value: unknown): boolean {
    this.#valuesLeft -= 1;
    if (typeof value === "string") this.#textLeft -= value.length;
    return this.#valuesLeft >= 0 && this.#textLeft >= 0;
  }

  #tooMuch(): undefined {
    this.#isFull = true;
    return this.#unreadable(`is too much: an input may hold ${MAX_VALUES} values and ${MAX_TEXT} characters`);
  }

  #unreadable(rule: string): undefined {
    this.issues.push(issue(pathText(this.#path), "unreadable", rule));
    if (this.issues.length >= MAX_ISSUES) this.#isFull = true;
    return undefined;
  }
}

// Each property is read once. V8 copies a few shapes of objects at each place in the code four times as fast as many:
// the items of a list, mostly of one shape, have a place of their own.
const copyOf = (value: object): Record<string, unknown> => ({ ...value });
const copyOfItem = (value: object): Record<string, unknown> => ({ ...value });

/** What JSON would carry: undefined is as good as absent, and it knows no symbols. */
function carried(object: Record<string, unknown>): Record<string, unknown> {
  for (const key in object) if (object[key] === undefined) return definedOf(object);
  return Object.getOwnPropertySymbols(object).length === 0 ? object : definedOf(object);
}

function definedOf(object: Record<string, unknown>): Record<string, unknown> {
  const defined: Record<string, unknown> = {};
  for (const key of Object.keys(object)) if (object[key] !== undefined) setOwn(defined, key, object[key]);
  return defined;
}

/** Getters of a class are not properties of its objects: what TypeScript lets pass would be left out silently. */
function hasAccessors(prototype: object | null): boolean {
  if (prototype === null) return false;
  const parent: object | null = Object.getPrototypeOf(prototype);
  if (parent === null) return false; // Object.prototype, of whichever realm
  const properties = Object.values(Object.getOwnPropertyDescriptors(prototype));
  return properties.some(({ get }) => get !== undefined) || hasAccessors(parent);
}
