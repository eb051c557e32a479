import { Decimal } from "decimal.js";
import type { ValidationIssue } from "../errors/payment-validation-error.js";
import { decimalText, Exact } from "./amount.js";
import { childPath, issue } from "./issue.js";

/**
 * A plain copy of the caller's input in which every property was read once. What is checked is then what is sent,
 * whatever getters, proxies or later changes the original holds. What JSON cannot carry is reported, not dropped.
 */
export interface Snapshot {
  readonly value: unknown;
  readonly issues: readonly ValidationIssue[];
}

const MAX_DEPTH = 32;
const MAX_VALUES = 2_000_000;
const MAX_TEXT = 64_000_000; // UTF-16 units; the whole request must fit into one string
const MAX_ISSUES = 1_000;

interface Walk {
  readonly issues: ValidationIssue[];
  readonly keep: ReadonlySet<string>;
  left: number;
  textLeft: number;
  full: boolean;
}

/**
 * @param at where the input stands in what the caller gave: `options` for the second argument.
 * @param keep top-level keys whose values are taken over as they are, not copied.
 */
export function takeSnapshot(input: unknown, at = "", keep: readonly string[] = []): Snapshot {
  const walk: Walk = { issues: [], keep: new Set(keep), left: MAX_VALUES, textLeft: MAX_TEXT, full: false };
  return { value: copy(input, at, 0, walk), issues: walk.issues };
}

function copy(value: unknown, path: string, depth: number, walk: Walk): unknown {
  if (walk.full) return undefined;
  if (walk.left <= 0) return tooLarge(path, walk);
  walk.left -= 1;
  switch (typeof value) {
    case "string":
      walk.textLeft -= value.length;
      return walk.textLeft < 0 ? tooLarge(path, walk) : value;
    case "boolean":
    case "undefined":
      return value;
    case "number":
      return Number.isFinite(value) ? value : unreadable(walk, path, "must be finite: JSON has no NaN and no Infinity");
    case "object":
      return value === null ? null : copyObject(value, path, depth, walk);
    default:
      return unreadable(walk, path, `must be a JSON value, not a ${typeof value}: convert it to text or leave it out`);
  }
}

function copyObject(value: object, path: string, depth: number, walk: Walk): unknown {
  if (depth > MAX_DEPTH) return unreadable(walk, path, `is nested deeper than ${MAX_DEPTH} levels or contains itself`);
  try {
    if (Decimal.isDecimal(value)) return copyDecimal(value, path, walk);
    if (Array.isArray(value)) return copyArray(value, path, depth, walk);
    const { toJSON } = value as { toJSON?: unknown };
    if (typeof toJSON === "function") return copy(toJSON.call(value, ""), path, depth + 1, walk);
    if (Object.prototype.toString.call(value) !== "[object Object]") {
      return unreadable(walk, path, "must be a plain object, an array or a simple value, so that JSON can carry it");
    }
    if (hasAccessors(Object.getPrototypeOf(value))) {
      return unreadable(walk, path, "must be a plain object: its class has getters, which JSON does not carry");
    }
    return copyProperties(value, path, depth, walk);
  } catch {
    return unreadable(walk, path, "cannot be read: a getter, a proxy or toJSON threw");
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

function copyDecimal(value: Decimal, path: string, walk: Walk): Decimal | undefined {
  const text = decimalText(value);
  return text === undefined ? unreadable(walk, path, "must be a finite Decimal of at most 40 digits") : new Exact(text);
}

function copyArray(value: readonly unknown[], path: string, depth: number, walk: Walk): unknown[] {
  const target: unknown[] = [];
  for (let index = 0; index < value.length && !walk.full; index += 1) {
    target.push(copy(value[index], `${path}[${index}]`, depth + 1, walk));
  }
  return target;
}

function copyProperties(value: object, path: string, depth: number, walk: Walk): Record<string, unknown> {
  const target: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    if (walk.full) break;
    const child = (value as Record<string, unknown>)[key];
    if (child === undefined) continue; // as good as absent, for TypeScript and for JSON
    const kept = depth === 0 && walk.keep.has(key);
    const property = kept ? child : copy(child, childPath(path, key), depth + 1, walk);
    // As an own key `__proto__` would otherwise set the copy's prototype.
    if (key === "__proto__") Object.defineProperty(target, key, { value: property, enumerable: true });
    else target[key] = property;
  }
  return target;
}

function tooLarge(path: string, walk: Walk): undefined {
  walk.full = true;
  const limits = `${MAX_VALUES} values and ${MAX_TEXT} characters`;
  return unreadable(walk, path, `is too much: an input may hold ${limits}`);
}

function unreadable(walk: Walk, path: string, rule: string): undefined {
  walk.issues.push(issue(path, "unreadable", rule));
  if (walk.issues.length >= MAX_ISSUES) walk.full = true;
  return undefined;
}
