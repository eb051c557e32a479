import { identifiersOf } from "../errors/facts.js";
import { PaymentValidationError, type ValidationIssue } from "../errors/kinds.js";
import type { ResultBase } from "../evidence/envelope.js";
import { issue, MAX_ISSUES, pathText, type Report } from "../model/issue.js";
import { read } from "../model/read.js";
import type { ResolvedOptions } from "../options/client.js";
import type { Accepted, CheckedCall, Operation } from "./operation.js";

/** Reads the input and the options, whose later changes then have no effect. Throws one error with the faults of both. */
export function validate<Call extends CheckedCall>(
  operation: Operation<Call, ResultBase, unknown>,
  client: ResolvedOptions,
  givenInput: unknown,
  givenOptions: unknown,
): Accepted<Call> {
  const { words } = operation;
  const input = read(operation.input(client, givenInput), givenInput, { areFields: true, ...words?.input });
  const options = read(operation.options, givenOptions ?? {}, { at: "options", ...words?.options });
  const call = { input: input.value, options: options.value } as Call;
  const issues: ValidationIssue[] = [...input.issues, ...options.issues];
  const report: Report = (path, fault) => {
    const isWaived = fault.assumption !== undefined && client.waived.has(fault.assumption);
    if (!isWaived) issues.push(issue(pathText(path), fault));
  };
  if (issues.length === 0) operation.rules?.(call, report, client);
  const { name, effect } = operation;
  const isRead = operation.accept === undefined; // a custom operation's own schema reads its input
  const facts = { operation: name, effect, identifiers: identifiersOf(isRead ? givenInput : {}, issues) };
  if (issues.length > 0) throw new PaymentValidationError(facts, issues.slice(0, MAX_ISSUES));
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
