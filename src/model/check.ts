import * as z from "zod/mini";
import type { ValidationIssue } from "../errors/payment-validation-error.js";
import { type Fault, issue, MAX_ISSUES, pathText } from "./issue.js";

/** A value that passes its schema, or everything that is wrong with it. */
export type Checked<T> = { readonly value: T } | { readonly issues: readonly ValidationIssue[] };

/**
 * One issue per fault, each a sentence with the rule and the fix.
 *
 * @param required words for paths whose absence needs more of them than "is required".
 */
export function check<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
  pathOf = pathText,
  required: Readonly<Record<string, string>> = {},
): Checked<z.output<Schema>> {
  try {
    const found = z.safeParse(schema, value, { reportInput: true });
    if (found.success) return { value: found.data };
    const issues = found.error.issues.slice(0, MAX_ISSUES).map((each) => {
      const path = pathOf(each.path);
      return issue(path, faultOf(each, required[path]));
    });
    return { issues };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // zod passes the faults as the arguments of one call, which overflows the stack where there are too many.
    return { issues: [issue("", { code: "unreadable", rule: "has too many faults to list: send fewer values" })] };
  }
}

function faultOf(found: z.core.$ZodIssue, required: string | undefined): Fault {
  switch (found.code) {
    case "custom":
      return found.params?.["fault"] as Fault;
    case "invalid_value":
      return { code: "wrong_type", rule: `must be one of ${found.values.join(", ")}` };
    case "invalid_type":
      return wrongType(found.expected, found.input, required);
    default:
      return { code: "bad_format", rule: found.message };
  }
}

function wrongType(expected: string, given: unknown, required: string | undefined): Fault {
  const kind = expected === "record" ? "object of names and text" : expected;
  const wanted = `${/^[aeiou]/.test(kind) ? "an" : "a"} ${kind}`;
  if (given === undefined) return { code: "required", rule: `is required: ${required ?? `add it, as ${wanted}`}` };
  const isId = expected === "string" && typeof given === "number";
  return { code: "wrong_type", rule: `must be ${wanted}${isId ? ": convert it with String()" : ""}` };
}
