import type { CallOptions } from "../call-options.js";
import type { CallFacts, CallIdentifiers } from "../errors/payment-error.js";
import { PaymentValidationError, type ValidationIssue } from "../errors/payment-validation-error.js";
import { issue, MAX_ISSUES } from "../model/issue.js";
import type { Rules } from "../model/rules.js";
import { check } from "../model/schema.js";
import { type Fields, takeSnapshot } from "../model/snapshot.js";
import type { ResultBase } from "./interpret.js";
import type { Operation } from "./operation.js";

/** An input that breaks no rule: a copy that is the caller's no more. */
export interface Accepted<Input, Options> {
  readonly input: Input;
  readonly options: Options;
  readonly facts: CallFacts;
}

/** @throws PaymentValidationError with every fault of the input and of the options at once. */
export function validate<Input, Options extends CallOptions, Result extends ResultBase>(
  operation: Operation<Input, Options, Result>,
  rules: Rules,
  input: unknown,
  options: unknown,
): Accepted<Input, Options> {
  const given = takeSnapshot(input);
  const how = takeSnapshot(options ?? {}, "options", "signal");
  const fields = fieldsOf(given.value);
  const issues = distinct([
    ...given.issues,
    ...how.issues,
    ...(isObject(given.value) ? operation.issues(fields, fieldsOf(how.value), rules) : [noObject]),
    ...check(operation.optionsSchema, how.value, { at: "options" }),
  ]);
  const identifiers = identifiersOf(fields, issues);
  if (issues.length > 0) {
    throw new PaymentValidationError({ operation: operation.name, identifiers }, issues.slice(0, MAX_ISSUES));
  }

  // The one place where a checked value gets its type.
  const accepted = { input: given.value as Input, options: how.value as Options };
  const paymentMethod = operation.paymentMethodOf(accepted.options);
  return { ...accepted, facts: { operation: operation.name, identifiers, paymentMethod } };
}

const noObject = issue("", "wrong_type", "must be an object: give the fields by their names");

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function fieldsOf(value: unknown): Fields {
  return isObject(value) ? value : {};
}

/** Each fault once. A value that could not be read is missing in the snapshot: that it is required would only confuse. */
function distinct(issues: readonly ValidationIssue[]): ValidationIssue[] {
  const unreadable = new Set(issues.filter(({ code }) => code === "unreadable").map(({ path }) => path));
  const seen = new Set<string>();
  return issues.filter(({ code, path }) => {
    if (seen.has(`${code} ${path}`) || (code !== "unreadable" && unreadable.has(path))) return false;
    seen.add(`${code} ${path}`);
    return true;
  });
}

/** Only valid ones: a field that was filled with the wrong thing may hold anything, a password among it. */
function identifiersOf(fields: Fields, issues: readonly ValidationIssue[]): CallIdentifiers {
  const faulty = new Set(issues.map(({ path }) => path));
  const names = ["orderNumber", "orderId", "transactionId"] as const;
  const valid = names.filter((name) => typeof fields[name] === "string" && !faulty.has(name));
  return Object.fromEntries(valid.map((name) => [name, fields[name]]));
}
