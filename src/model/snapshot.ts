import { Decimal } from "decimal.js";
import type { ValidationIssue } from "../errors/payment-validation-error.js";
import { decimalText, Exact } from "./amount.js";
import { issue, pathText } from "./issue.js";
import { setOwn } from "./own-property.js";

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
const MAX_ISSUES = 1_000;

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
    this.#valuesLeft -= 1;
    if (this.#valuesLeft < 0) return this.#tooMuch();
    switch (typeof value) {
      case "string":
        this.#textLeft -= value.length;
        return this.#textLeft < 0 ? this.#tooMuch() : value;
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
    return text === undefined ? this.#unreadable("must be a finite Decimal of at most 40 digits") : new Exact(text);
  }

  #copyArray(value: readonly unknown[]): unknown[] {
    const target: unknown[] = [];
    for (let index = 0; index < value.length && !this.#isFull; index += 1)
      target.push(this.#child(index, value[index]));
    return target;
  }

  #copyProperties(value: object): Record<string, unknown> {
    const target: Record<string, unknown> = {};
    for (const key of Object.keys(value)) {
      if (this.#isFull) break;
      const child = (value as Record<string, unknown>)[key];
      if (child === undefined) continue; // as good as absent, for TypeScript and for JSON
      const isKept = key === this.#keep && this.#path.length === this.#top;
      setOwn(target, key, isKept ? child : this.#child(key, child));
    }
    return target;
  }

  #child(key: PropertyKey, value: unknown): unknown {
    this.#path.push(key);
    const copied = this.copy(value);
    this.#path.pop();
    return copied;
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

/** Getters of a class are not properties of its objects: what TypeScript lets pass would be left out silently. */
function hasAccessors(prototype: object | null): boolean {
  if (prototype === null) return false;
  const parent: object | null = Object.getPrototypeOf(prototype);
  if (parent === null) return false; // Object.prototype, of whichever realm
  const properties = Object.values(Object.getOwnPropertyDescriptors(prototype));
  return properties.some(({ get }) => get !== undefined) || hasAccessors(parent);
}
