import { identifiersOf } from "../errors/call-facts.js";
import { PaymentError } from "../errors/kinds.js";
import { PaymentValidationError } from "../errors/payment-validation-error.js";
import type { ResultBase } from "../evidence/result.js";
import { check, pollution } from "../model/check.js";
import { MAX_ISSUES, pathText } from "../model/issue.js";
import { plain } from "../model/plain.js";
import type { ResolvedOptions } from "../options/client.js";
import { attach } from "../wire/attached.js";
import { Bare } from "../wire/json.js";
import type { Accepted, CheckedCall, Operation } from "./operation.js";

/** @throws PaymentValidationError if the input or the options are invalid. It lists the faults of both. */
export function validate<Call extends CheckedCall>(...call: Parameters<typeof accept<Call>>): Accepted<Call> {
  try {
    return accept(...call);
  } catch (error) {
    const found = error instanceof PaymentError ? undefined : pollution();
    if (found === undefined) throw error;
    const [{ name, effect }] = call;
    const facts = { operation: name, effect, identifiers: {} };
    throw attach(new PaymentValidationError(facts, [found]), { cause: error });
  }
}

function accept<Call extends CheckedCall>(
  operation: Operation<Call, ResultBase, unknown>,
  client: ResolvedOptions,
  input: unknown,
  options: unknown,
): Accepted<Call> {
  const fieldNames = operation.fieldNames();
  const { extraFields } = client;
  const { elsewhere } = operation;
  const given = plain(input, { known: fieldNames.input, options: fieldNames.options, extraFields, elsewhere });
  const how = plain(options, { known: fieldNames.options, at: "options" });
  const schema = operation.schema(client, given.value);
  const copy = {
    value: { input: given.value, options: how.value ?? new Bare() },
    issues: [...given.issues, ...how.issues],
    misspelt: new Set([...given.misspelt, ...how.misspelt]),
  };
  const { value: call, issues } = check(schema, copy, pathOf, operation.required);
  const { name, effect } = operation;
  const isCopied = fieldNames.input !== "kept"; // a custom operation's own schema reads its input
  const facts = { operation: name, effect, identifiers: identifiersOf(isCopied ? given.value : {}, issues) };
  if (call === undefined) throw new PaymentValidationError(facts, issues.slice(0, MAX_ISSUES));
  const paymentMethod = call.options.authorization?.paymentMethod;
  const resolvable = operation.resolvable?.(call, client);
  const resolving = { resolvable, sendAgain: client.sendAgain, canLookUp: client.lookUp !== undefined };
  const { timeoutMs = client.timeoutMs, maxRetries = client.maxRetries, headers = {} } = call.options;
  const { signal, sendBefore } = call.options;
  const limits = { startedAt: performance.now(), timeoutMs, maxRetries, headers, signal, sendBefore };
  return {
    call,
    facts: { ...facts, paymentMethod, ...resolving },
    limits,
    isClosed: client.exchange.isClosed,
  };
}

/** A path into the input is as the caller wrote it; one into the options begins with `options`. */
const pathOf = (path: readonly PropertyKey[]) => pathText(path[0] === "input" ? path.slice(1) : path);
