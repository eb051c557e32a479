import { type CallOptions, type PaymentError, type ReportedFinalization, responseOf, toResult } from "../../index.js";
import type { StoredFacts, StoredFinalization } from "../entry.js";
import type { OncePayments } from "../payments.js";
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

/** The proof of an invalid call: nothing was sent. */
const UNSENT = { state: "unknown", canAskAgain: true } as const;

/**
 * Makes one call to the service within the lease: the first, or a repeat to find out.
 *
 * @param facts - The authorization's facts, which may be newer than the key's own.
 */
export async function attempt(
  sent: OnceRecord,
  facts: StoredFacts,
  payments: OncePayments,
  limits: CallOptions,
): Promise<AttemptEnd> {
  const { request, finalizedBefore } = sent;
  const options = { ...limits, authorization: authorizationOf(request, facts, finalizedBefore) };
  const finalization = finalizationOf(request);
  if (sent.state !== "sending") {
    const repeated = await toResult(payments.resolveFinalization(finalization, options));
    if (!repeated.ok) return ended({ sent, proof: UNSENT, error: repeated.error, reported: {} }, repeated.error);
    const { value } = repeated;
    // A balance that was read is evidence for a person. It decides nothing here.
    if (value.balance !== undefined || (value.state === "captured" && value.by === "look_up"))
      return ended({ sent, proof: UNSENT, reported: {} }, value);
    return ended({ sent, proof: value, error: value.error, reported: value.finalization }, value);
  }
  const call = await toResult(payments.finalize(finalization, options));
  if (call.ok) return ended({ sent, isPending: call.value.pending, reported: call.value }, call.value);
  const { error } = call;
  const reported = ("finalization" in error ? error.finalization : undefined) ?? {};
  return ended({ sent, error, reported }, error);
}

function ended(made: Attempt, by: object): AttemptEnd {
  const { error, reported } = made;
  const told = {
    reason: error && reasonOf(error),
    advice: error?.advice,
    response: responseOf(by),
    finalization: asText(reported),
  };
  return { ...storable(told), attempt: made };
}

/** Why an attempt failed. Of invalid input, it names the paths only, because the messages may contain amounts. */
const reasonOf = (error: PaymentError): string =>
  error.code === "invalid_input"
    ? `the client finds the input invalid: ${error.issues.map(({ path }) => path).join(", ")}`
    : error.message;

const BALANCE = ["amountRemainingForFinalize", "totalAmountFinalized", "totalAmountPendingFinalization"] as const;

/** Converts amounts to decimal text, which is exact in every database. */
function asText(told: ReportedFinalization): StoredFinalization {
  const { transactionId, batchId, acquirerId, canFinalizeAgain } = told;
  const balance = Object.fromEntries(BALANCE.map((name) => [name, told[name]?.toFixed()]));
  return { transactionId, batchId, acquirerId, canFinalizeAgain, ...balance };
}

/** Makes JSON that every database stores: PostgreSQL rejects NUL and half a surrogate pair, and no outcome may be lost. */
function storable<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_, inner) =>
    typeof inner === "string" ? inner.replaceAll("\0", "\u{2400}").toWellFormed() : inner,
  );
}
