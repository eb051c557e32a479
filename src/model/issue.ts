import type { Assumption } from "../errors/facts.js";
import type { ValidationCode, ValidationIssue } from "../errors/kinds.js";

export interface Fault {
  readonly code: ValidationCode;
  readonly rule: string;
  /** Absent for rules that cannot be waived. */
  readonly assumption?: Assumption | undefined;
}

export type Report = (path: readonly PropertyKey[], fault: Fault) => void;

/** Limits the list of issues, because a hostile input could produce millions. */
export const MAX_ISSUES = 100;

export const PROMISE = "is a promise: await it";

const MAX_PATH = 200; // a key of an open object can have any length

/** Makes an issue: where, the rule, the fix, and how to waive a rule that is only assumed. */
export function issue(path: string, { code, rule, assumption }: Fault): ValidationIssue {
  const where = path.length > MAX_PATH ? `${path.slice(0, MAX_PATH)}…` : path;
  const message = `${where === "" ? "the input" : where} ${rule}`;
  if (assumption === undefined) return { path: where, code, message };
  const way = `(if the service accepts this, waive: ["${assumption}"] turns the rule off)`;
  return { path: where, code, message: `${message} ${way}`, assumption };
}

/** `["lineItems", 2, "name"]` as `lineItems[2].name`. */
export const pathText = (path: readonly PropertyKey[]) => path.reduce<string>(childPath, "");

const KEY = /^[A-Za-z_$][\w$-]{0,63}$/;

/** Appends a key to a path. A key that is no identifier is not quoted: it may be a misplaced secret or personal value. */
export function childPath(path: string, key: PropertyKey): string {
  if (typeof key === "number") return `${path}[${key}]`;
  const name = typeof key === "string" && KEY.test(key) ? key : "(unnamed key)";
  return path === "" ? name : `${path}.${name}`;
}
