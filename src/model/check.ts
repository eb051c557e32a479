import * as z from "zod/mini";
import type { ValidationIssue } from "../errors/payment-validation-error.js";
import { childPath, type Fault, issue, pathText } from "./issue.js";
import { nearestKey } from "./nearest-key.js";
import type { PlainCopy } from "./plain.js";

/** Without it, zod would ask an error function that the application has set for its own schemas. That one may throw. */
const ownWords = () => "does not have the required form";

/** The faults of a value, or, if there are none, the output of its schema. */
export type Checked<T> = { readonly issues: readonly ValidationIssue[]; readonly value?: T };

/**
 * Checks a copy. Returns an issue for each fault: those of the copying, then the others.
 *
 * @param required - messages for missing fields that need more than "is required".
 */
export function check<Schema extends z.ZodMiniType>(
  schema: Schema,
  copy: PlainCopy,
  pathOf = pathText,
  required: Readonly<Record<string, string>> = {},
): Checked<z.output<Schema>> {
  const found = z.safeParse(schema, copy.value, { reportInput: true, error: ownWords });
  if (found.success && copy.issues.length === 0) return { issues: [], value: found.data };
  const issues = (found.error?.issues ?? []).map((each) => {
    const path = pathOf(each.path);
    return issue(path, faultOf(each, required[path]));
  });
  return { issues: distinct(copy, issues) };
}

/** Reports what other code has added to every object. zod takes it for a setting of its schemas, and throws. */
export function pollution(): ValidationIssue | undefined {
  const names = Object.keys(Object.prototype).map((name) => childPath("", name));
  const rule = `cannot be checked while Object.prototype has ${names.join(", ")}: remove what other code added to it`;
  return names.length === 0 ? undefined : issue("", { code: "unreadable", rule });
}

/** Lists each fault once. A field that could not be copied or is misspelt is not "required" as well. */
function distinct(copy: PlainCopy, checking: readonly ValidationIssue[]): ValidationIssue[] {
  const unread = new Set(copy.issues.map(({ path }) => path));
  const isMisspelt = (path: string) => copy.misspelt.has(path.replaceAll(/\[\d+\]/g, ""));
  const own = checking.filter(({ path, code }) => !unread.has(path) && !(code === "required" && isMisspelt(path)));
  const issues = [...copy.issues, ...own];
  const alike = Map.groupBy(issues, ({ code, path }) => `${code} ${path}`);
  return [...alike.values()].flatMap((same) => same.slice(0, 1));
}

function faultOf(found: z.core.$ZodIssue, required: string | undefined): Fault {
  if (found.code === "custom") return found.params?.["fault"] as Fault;
  if (found.code === "invalid_type") return wrongType(found.expected, found.input, required);
  if (found.code === "invalid_value") {
    const given = typeof found.input === "string" ? found.input : "";
    const meant = nearestKey(given, found.values.map(String));
    const rule = `must be one of ${found.values.join(", ")}${meant === undefined ? "" : `: did you mean ${meant}?`}`;
    return { code: "wrong_type", rule };
  }
  return { code: "bad_format", rule: found.message };
}

function wrongType(expected: string, given: unknown, required: string | undefined): Fault {
  const kind = expected === "record" ? "object of names and text" : expected;
  const wanted = `${/^[aeiou]/.test(kind) ? "an" : "a"} ${kind}`;
  if (given === undefined) return { code: "required", rule: `is required: ${required ?? `add it, as ${wanted}`}` };
  const isNumber = expected === "string" && typeof given === "number";
  const fix = ": give the text itself, because a number may have lost digits or leading zeros already";
  return { code: "wrong_type", rule: `must be ${wanted}${isNumber ? fix : ""}` };
}
