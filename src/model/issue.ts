import type { Assumption } from "../errors/assumptions.js";
import type { ValidationCode, ValidationIssue } from "../errors/payment-validation-error.js";

/** What is wrong with a value: the rule and the fix. */
export interface Fault {
  readonly code: ValidationCode;
  readonly rule: string;
  /** The assumption that the rule belongs to; absent for rules of the service's contract. */
  readonly assumption?: Assumption | undefined;
}

/** Limits the list of issues: a hostile input could produce millions. */
export const MAX_ISSUES = 1_000;

const MAX_PATH = 200; // keys of open objects are the caller's own and of any length

/** Makes the sentence of an issue: where, the rule, the fix, and how to waive what is only assumed. */
export function issue(path: string, { code, rule, assumption }: Fault): ValidationIssue {
  const where = path.length > MAX_PATH ? `${path.slice(0, MAX_PATH)}…` : path;
  const message = `${where === "" ? "the input" : where} ${rule}`;
  if (assumption === undefined) return { path: where, code, message };
  const way = `(not in the service's contract: waive: ["${assumption}"] turns this off)`;
  return { path: where, code, message: `${message} ${way}`, assumption };
}

/** `["lineItems", 2, "name"]` as `lineItems[2].name`. */
export const pathText = (path: readonly PropertyKey[]) => path.reduce<string>(childPath, "");

const KEY = /^[A-Za-z_$][\w$-]{0,63}$/;

/** Does not quote a key that is no identifier: it may be a secret or personal value in the wrong place. */
export function childPath(path: string, key: PropertyKey): string {
  if (typeof key === "number") return `${path}[${key}]`;
  const name = typeof key === "string" && KEY.test(key) ? key : "(unnamed key)";
  return path === "" ? name : `${path}.${name}`;
}
