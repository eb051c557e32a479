import { bareKey, leavesOpen } from "../../errors/status-catalogue.js";
import { type PaymentError, type ReportedFinalization, responseOf, toResult } from "../../index.js";
import type { StoredFacts, StoredFinalization } from "../entry.js";
import type { OncePayments } from "../options.js";
import type { OnceRecord } from "../record.js";
import type { AttemptOutcome } from "../rules/outcome.js";
import { authorizationOf, finalizationOf } from "../rules/request.js";
import type { Attempt } from "../rules/verdict.js";

/** Measures milliseconds from now, by the faster of two clocks: a suspended machine may have stopped the other. */
export function stopwatch(): () => number {
  const [wall, steady] = [Date.now(), performance.now()];
  return () => Math.max(Date.now() - wall, performance.now() - steady);
}

type AttemptEnd = Omit<AttemptOutcome, "neighbours">;

/** What a call proves that was not made, or that only read a balance. */
const NOTHING = { state: "unknown", canAskAgain: true } as const;

/** Makes one call within the lease: the first one, or one that resolves an earlier one. `facts` are the newest ones. */
export async function attempt(
  sent: OnceRecord,
  facts: StoredFacts,
  payments: OncePayments,
  limits: { readonly timeoutMs: number; readonly sendBefore: Date },
): Promise<AttemptEnd> {
  const { request, finalizedBefore } = sent;
  const options = { ...limits, authorization: authorizationOf(request, facts, finalizedBefore) };
  const finalization = finalizationOf(request);
  const end = (by: object, made: Omit<Attempt, "sent" | "unlistedKey">) => ended({ sent, ...made }, by, payments);
  if (sent.state === "sending") {
    const call = await toResult(payments.finalize(finalization, options));
    if (call.ok) return end(call.value, { isPending: call.value.pending, reported: call.value });
    return end(call.error, { error: call.error, reported: call.error.finalization ?? {} });
  }
  const call = await toResult(payments.resolveFinalization(finalization, options));
  if (!call.ok) return end(call.error, { proof: NOTHING, error: call.error, reported: {} });
  const { value } = call;
  const isRead = value.balance !== undefined || (value.state === "captured" && value.by === "look_up");
  if (isRead) return end(value, { proof: NOTHING, reported: {} }); // a balance that was read decides nothing here
  return end(value, { proof: value as Attempt["proof"], error: value.error, reported: value.finalization });
}

function ended(made: Attempt, by: object, { meaningOf }: OncePayments): AttemptEnd {
  const { error, reported } = made;
  return {
    attempt: { ...made, unlistedKey: unlistedKeyOf(error, meaningOf) },
    reason: error && reasonOf(error),
    advice: error?.advice,
    response: responseOf(by),
    finalization: asText(reported),
  };
}

/** The key of a response that concerns only this call, although nobody has declared what it means. */
function unlistedKeyOf(error: PaymentError | undefined, meaningOf: OncePayments["meaningOf"]): string | undefined {
  if (error?.code !== "service_error" || error.statusKey === undefined || leavesOpen(error.httpStatus))
    return undefined;
  const isUnlisted = error.meaning === undefined && meaningOf(error.statusKey) === undefined;
  return isUnlisted && error.scope === "call" ? bareKey(error.statusKey) : undefined;
}

/** Why an attempt failed. Of invalid input, it names the paths only, because the messages may contain amounts. */
const reasonOf = (error: PaymentError): string =>
  error.code === "invalid_input"
    ? `the client finds the input invalid: ${error.issues.map(({ path }) => path).join(", ")}`
    : error.message;

const BALANCE = ["amountRemainingForFinalize", "totalAmountFinalized", "totalAmountPendingFinalization"] as const;

function asText(reported: ReportedFinalization): StoredFinalization {
  const { transactionId, batchId, acquirerId, canFinalizeAgain } = reported;
  const balance = Object.fromEntries(BALANCE.map((name) => [name, reported[name]?.toFixed()]));
  return JSON.parse(JSON.stringify({ transactionId, batchId, acquirerId, canFinalizeAgain, ...balance }));
}
