import type { CallIdentifiers } from "../errors/call-facts.js";
import { PaymentValidationError, type ValidationIssue } from "../errors/payment-validation-error.js";
import { isPaymentError } from "../errors/to-result.js";
import { check, pollution } from "../model/check.js";
import { MAX_ISSUES, pathText } from "../model/issue.js";
import { isFields, plain } from "../model/plain.js";
import type { ResolvedOptions } from "../options/client.js";
import { attach } from "../wire/attached.js";
import type { Accepted, CheckedCall, Operation } from "./operation.js";

/** @throws PaymentValidationError if the input or the options are invalid. It lists every fault of both. */
export function validate<Call extends CheckedCall>(...call: Parameters<typeof accept<Call>>): Accepted<Call> {
  try {
    return accept(...call);
  } catch (error) {
    const found = isPaymentError(error) ? undefined : pollution();
    if (found === undefined) throw error;
    const [{ name, effect }] = call;
    const facts = { operation: name, effect, identifiers: {} };
    throw attach(new PaymentValidationError(facts, [found]), { cause: error });
  }
}

function accept<Call extends CheckedCall>(
  operation: Operation<Call>,
  client: ResolvedOptions,
  input: unknown,
  options: unknown,
): Accepted<Call> {
  const fieldNames = operation.fieldNames();
  const { extraFields } = client;
  const { elsewhere } = operation;
  const given = plain(input, { known: fieldNames.input, options: fieldNames.options, extraFields, elsewhere });
  const how = plain(options ?? {}, { known: fieldNames.options, at: "options" });
  const schema = operation.schema(client.waived, given.value);
  const copy = {
    value: { input: given.value, options: how.value },
    issues: [...given.issues, ...how.issues],
    misspelt: new Set([...given.misspelt, ...how.misspelt]),
  };
  const { value: call, issues } = check(schema, copy, pathOf, operation.required);
  const { name, effect } = operation;
  const facts = { operation: name, effect, identifiers: identifiersOf(given.value, issues) };
  if (call === undefined) throw new PaymentValidationError(facts, issues.slice(0, MAX_ISSUES));
  const paymentMethod = operation.paymentMethodOf?.(call.options);
  const { timeoutMs = client.timeoutMs, maxRetries = client.maxRetries, headers = {} } = call.options;
  const { signal, sendBefore } = call.options;
  const limits = { startedAt: performance.now(), timeoutMs, maxRetries, headers, signal, sendBefore };
  return { call, facts: { ...facts, paymentMethod }, limits };
}

/** A path into the input is as the caller wrote it; one into the options begins with `options`. */
const pathOf = (path: readonly PropertyKey[]) => pathText(path[0] === "input" ? path.slice(1) : path);

/** Returns valid identifiers only: an invalid field may hold anything, even a password. */
export function identifiersOf(input: unknown, issues: readonly ValidationIssue[]): CallIdentifiers {
  const fields = isFields(input) ? input : {};
  const names = ["orderNumber", "orderId", "transactionId"] as const;
  const valid = names.filter((name) => typeof fields[name] === "string" && !issues.some(({ path }) => path === name));
  return Object.fromEntries(valid.map((name) => [name, fields[name]]));
}
