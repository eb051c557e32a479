/** Reads a value through a schema, and says in our words what zod finds: where, the rule and the fix. */
import * as z from "zod/mini";
import type { ValidationIssue } from "../errors/kinds.js";
import { isPromise } from "../wire/json.js";
import { type Fault, issue, MAX_ISSUES, PROMISE, pathText } from "./issue.js";
import { nearestKey, nearMiss, sameInOtherCase } from "./nearest-key.js";
import { NOTHING_IN_LIST } from "./objects.js";

export interface Words {
  /** The start of every path: `options` for the second argument. */
  readonly at?: string;
  /** Messages for missing fields that need more than "is required". */
  readonly required?: Readonly<Record<string, string>>;
  /** Unknown keys that somebody will try, each with what to do instead. */
  readonly elsewhere?: Readonly<Record<string, string>>;
  /** Whether the keys are fields of a request, so that `extraFields` can send unknown ones. */
  readonly areFields?: boolean;
}

export type Read<T> =
  | { readonly value: T; readonly issues: readonly [] }
  | { readonly value: undefined; readonly issues: readonly ValidationIssue[] };

export function read<T>(schema: z.ZodMiniType<T>, given: unknown, words: Words): Read<T> {
  // Without `error`, zod would ask the error function of an application that uses zod itself.
  const { success, data, error } = z.safeParse(schema, given, { reportInput: true, error: () => "is invalid" });
  return success ? { value: data, issues: [] } : { value: undefined, issues: issuesOf(error.issues, words) };
}

function issuesOf(found: readonly z.core.$ZodIssue[], words: Words): ValidationIssue[] {
  const start = words.at === undefined ? [] : [words.at];
  const unknown = unknownKeysIn(found, words);
  const meant = new Set(unknown.map((key) => nameOf([...key.path.slice(0, -1), key.meant ?? ""])));
  const strays = unknown.map((key) => {
    return issue(pathText([...start, ...key.path]), { code: "unknown_key", rule: ruleOf(key, words) });
  });
  const others = found.flatMap((each) => {
    const path = pathText([...start, ...each.path]);
    const fault = faultOf(each, words.required?.[path]);
    const isMisspelt = fault?.code === "required" && meant.has(nameOf(each.path));
    return fault === undefined || isMisspelt ? [] : [issue(path, fault)];
  });
  return [...strays, ...others];
}

/** Returns undefined for unknown keys, which have messages of their own. */
function faultOf(found: z.core.$ZodIssue, required: string | undefined): Fault | undefined {
  const { code, input, message } = found;
  if (code === "unrecognized_keys") return undefined;
  if (code === "custom") {
    const isAbsent = input === null || input === undefined;
    const rule = isPromise(input) ? PROMISE : message;
    const fault = (found.params?.["fault"] as Fault) ?? { code: isAbsent ? "required" : "wrong_type", rule };
    return fault.code === "required" && required !== undefined ? { ...fault, rule: `is required: ${required}` } : fault;
  }
  if (code !== "invalid_type" && code !== "invalid_value") {
    return { code: code === "too_big" ? "too_long" : "bad_format", rule: message };
  }
  const wanted = code === "invalid_type" ? kindOf(found.expected) : `one of ${found.values.join(", ")}`;
  if (input !== null && input !== undefined) {
    const hint = code === "invalid_type" ? hintOfType(found.expected, input) : hintOfValue(found.values, input);
    return { code: "wrong_type", rule: isPromise(input) ? PROMISE : `must be ${wanted}${hint}` };
  }
  if (typeof found.path.at(-1) === "number") return { code: "unreadable", rule: NOTHING_IN_LIST };
  return { code: "required", rule: `is required: ${required ?? `add it, as ${wanted}`}` };
}

function kindOf(expected: string): string {
  if (expected === "boolean") return "true or false";
  return `${/^[aeiou]/.test(expected) ? "an" : "a"} ${expected}`;
}

function hintOfType(expected: string, input: unknown): string {
  if (expected === "array") return ": give a list, as [ … ]";
  if (typeof input === "string") return expected === "boolean" ? ", not text" : ", not text: parse JSON first";
  const isNumber = typeof input === "number" || typeof input === "bigint";
  if (expected !== "string" || !isNumber) return "";
  return ": give the text itself, because a number may have lost digits or leading zeros already";
}

function hintOfValue(values: readonly unknown[], input: unknown): string {
  const nearest = typeof input === "string" ? nearestKey(input, values.map(String)) : undefined;
  return nearest === undefined ? "" : `: did you mean ${nearest}?`;
}

type UnknownKeys = z.core.$ZodIssueUnrecognizedKeys & { readonly known: readonly string[] };

interface UnknownKey {
  readonly key: string;
  readonly path: readonly PropertyKey[];
  readonly meant: string | undefined;
  count: number;
}

/** The path without the indexes of lists, as `extraFields` takes it: `lineItems.vatCode`. */
const nameOf = (path: readonly PropertyKey[]) => path.filter((step) => typeof step === "string").join(".");

/** Lists each name once, and at most a hundred names, because a hint takes long to find. */
function unknownKeysIn(found: readonly z.core.$ZodIssue[], { areFields }: Words): UnknownKey[] {
  const byName = new Map<string, UnknownKey>();
  for (const { keys, known, path } of found.filter(isUnknownKeys)) {
    for (const key of keys) {
      const name = nameOf([...path, key]);
      const same = byName.get(name);
      if (same !== undefined) same.count += 1;
      else if (byName.size < MAX_ISSUES) {
        const near = areFields ? nearMiss(key, known) : (nearestKey(key, known) ?? nearMiss(key, known));
        byName.set(name, { key, path: [...path, key], meant: sameInOtherCase(key, known) ?? near, count: 1 });
      }
    }
  }
  return [...byName.values()];
}

const isUnknownKeys = (found: z.core.$ZodIssue): found is UnknownKeys => found.code === "unrecognized_keys";

function ruleOf(found: UnknownKey, words: Words): string {
  const { key, path, meant, count } = found;
  const isInOtherCase = meant?.toLowerCase() === key.toLowerCase(); // it can never be sent
  const instead = isInOtherCase ? undefined : insteadOf(found, words);
  const without = words.areFields ? "leave it out" : "remove it";
  const fix = instead ?? (meant === undefined ? without : `did you mean ${meant}?`);
  if (!words.areFields) return `is not a known key: ${fix}`;
  const what = `is not a known field${count === 1 ? "" : `, and ${count - 1} more entries have it`}`;
  if (isInOtherCase || instead !== undefined) return `${what}: ${fix}`;
  const name = nameOf(path);
  const isShown = pathText(path.filter((step) => typeof step === "string")) === name; // otherwise it may be a secret
  const way = isShown ? `extraFields: ["${name}"] sends it` : "its name may be personal data, and is not shown";
  return `${what}: ${fix} (${way})`;
}

function insteadOf({ key, path }: UnknownKey, { elsewhere = {} }: Words): string | undefined {
  if (IDEMPOTENCY_KEY.test(key)) return NO_IDEMPOTENCY_KEYS;
  if (key === "__proto__") return "remove it";
  return path.length === 1 && Object.hasOwn(elsewhere, key) ? elsewhere[key] : undefined;
}

const IDEMPOTENCY_KEY = /^idempotency[-_]?key$/i;
const NO_IDEMPOTENCY_KEYS =
  "the service has no idempotency keys; Once, from merchant-payments/once, captures once per key";
