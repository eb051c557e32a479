import type { CallIdentifiers } from "../errors/call-facts.js";
import { PaymentValidationError, type ValidationIssue } from "../errors/payment-validation-error.js";
import { check } from "../model/check.js";
import { MAX_ISSUES, pathText } from "../model/issue.js";
import { isFields, plain } from "../model/plain.js";
import type { ResolvedOptions } from "../options/client.js";
import type { Accepted, CheckedCall, Operation, ResultBase } from "./operation.js";

/** @throws PaymentValidationError with every fault of the input and of the options at once. */
export function validate<Call extends CheckedCall>(
  operation: Operation<Call, ResultBase>,
  client: ResolvedOptions,
  input: unknown,
  options: unknown,
): Accepted<Call> {
  const known = operation.fieldNames();
  const given = plain(input, { known: known.input, extraFields: client.extraFields });
  const how = plain(options ?? {}, { known: known.options, at: "options" });
  const schema = operation.schema(client.waived, given.value);
  const checked = check(schema, { input: given.value, options: how.value }, pathOf, operation.required);
  const found = "issues" in checked ? checked.issues : [];
  const issues = distinct([...given.issues, ...how.issues], found);
  const identifiers = identifiersOf(given.value, issues);
  if ("issues" in checked || issues.length > 0) {
    throw new PaymentValidationError({ operation: operation.name, identifiers }, issues.slice(0, MAX_ISSUES));
  }
  const call = checked.value;
  const { name, effect } = operation;
  const paymentMethod = operation.paymentMethodOf?.(call.options);
  const facts = { operation: name, effect, identifiers, paymentMethod };
  const { timeoutMs = client.timeoutMs, maxRetries = client.maxRetries, headers = {} } = call.options;
  const { signal, sendBefore } = call.options;
  const limits = { startedAt: performance.now(), timeoutMs, maxRetries, headers, signal, sendBefore };
  return { call, facts, limits };
}

/** Paths into the input are the caller's own; those into the options begin with `options`. */
function pathOf(path: readonly PropertyKey[]): string {
  return pathText(path[0] === "input" ? path.slice(1) : path);
}

/** Lists each fault once. A value that could not be copied is missing in the copy, and not "required" as well. */
function distinct(copying: readonly ValidationIssue[], checking: readonly ValidationIssue[]): ValidationIssue[] {
  const missing = new Set(copying.map(({ path }) => path));
  const seen = new Set<string>();
  return [...copying, ...checking.filter(({ path }) => !missing.has(path))].filter(({ code, path }) => {
    const isNew = !seen.has(`${code} ${path}`);
    seen.add(`${code} ${path}`);
    return isNew;
  });
}

/** Takes valid identifiers only: a faulty field may hold anything, even a password. */
export function identifiersOf(input: unknown, issues: readonly ValidationIssue[]): CallIdentifiers {
  const fields = isFields(input) ? input : {};
  const faulty = new Set(issues.map(({ path }) => path));
  const names = ["orderNumber", "orderId", "transactionId"] as const;
  const valid = names.filter((name) => typeof fields[name] === "string" && !faulty.has(name));
  return Object.fromEntries(valid.map((name) => [name, fields[name]]));
}
