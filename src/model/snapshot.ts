import { Decimal } from "decimal.js";
import type { ValidationIssue } from "../errors/payment-validation-error.js";
import { decimalText, Exact } from "./amount.js";
import { issue } from "./issue.js";

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

interface Walk {
  readonly issues: ValidationIssue[];
  readonly keep: ReadonlySet<string>;
  left: number;
  full: boolean;
}

/**
 * @param at where the input stands in what the caller gave: `options` for the second argument.
 * @param keep top-level keys whose values are taken over as they are, not copied.
 */
export function takeSnapshot(input: unknown, at = "", keep: readonly string[] = []): Snapshot {
  const walk: Walk = { issues: [], keep: new Set(keep), left: MAX_VALUES, full: false };
  return { value: copy(input, at, 0, walk), issues: walk.issues };
}

function copy(value: unknown, path: string, depth: number, walk: Walk): unknown {
  if (walk.left <= 0) return tooLarge(path, walk);
  walk.left -= 1;
  switch (typeof value) {
    case "string":
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
    return copyProperties(value, path, depth, walk);
  } catch {
    return unreadable(walk, path, "cannot be read: a getter, a proxy or toJSON threw");
  }
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
    const property = kept ? child : copy(child, path === "" ? key : `${path}.${key}`, depth + 1, walk);
    // As an own key `__proto__` would otherwise set the copy's prototype.
    if (key === "__proto__") Object.defineProperty(target, key, { value: property, enumerable: true });
    else target[key] = property;
  }
  return target;
}

function tooLarge(path: string, walk: Walk): undefined {
  if (walk.full) return undefined;
  walk.full = true;
  return unreadable(walk, path, `is one value too many: an input may hold ${MAX_VALUES} values`);
}

function unreadable(walk: Walk, path: string, rule: string): undefined {
  walk.issues.push(issue(path, "unreadable", rule));
  return undefined;
}
