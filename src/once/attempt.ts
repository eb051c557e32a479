import { type CallOptions, type ReportedFinalization, responseOf, toResult } from "../index.js";
import type { OnceOptions } from "./options.js";
import type { AttemptOutcome } from "./outcome.js";
import type { OnceRecord, StoredFacts, StoredFinalization } from "./record.js";
import { authorizationOf, finalizationOf } from "./request.js";
import type { Attempt } from "./verdict.js";

/** Counts from now, by the clock that goes further: a machine that was suspended may have stopped the other. */
export function stopwatch(): () => number {
  const [wall, steady] = [Date.now(), performance.now()];
  return () => Math.max(Date.now() - wall, performance.now() - steady);
}

type Payments = OnceOptions<unknown>["payments"];
type Ended = Omit<AttemptOutcome, "neighbours">;

/** Of a call that is invalid: nothing was sent. */
const UNASKED = { state: "unknown", canAskAgain: true } as const;

/**
 * One call to the service, within the lease: the first, or one that asks what became of an earlier one.
 *
 * @param facts - Of the authorization, which may be newer than those of the key.
 */
export async function attempted(
  sent: OnceRecord,
  facts: StoredFacts,
  payments: Payments,
  limits: CallOptions,
): Promise<Ended> {
  const { request, finalizedBefore } = sent;
  const options = { ...limits, authorization: authorizationOf(request, facts, finalizedBefore) };
  const finalization = finalizationOf(request);
  if (sent.state !== "sending") {
    const asked = await toResult(payments.resolveFinalization(finalization, options));
    if (!asked.ok) return ended({ sent, proof: UNASKED, error: asked.error, reported: {} }, asked.error);
    const proof = asked.value;
    return ended({ sent, proof, error: proof.error, reported: proof.finalization }, proof);
  }
  const call = await toResult(payments.finalize(finalization, options));
  if (call.ok) {
    return ended({ sent, status: call.value.pending ? "PENDING" : "SUCCESS", reported: call.value }, call.value);
  }
  const { error } = call;
  const reported = ("finalization" in error ? error.finalization : undefined) ?? {};
  return ended({ sent, error, reported }, error);
}

function ended(attempt: Attempt, by: object): Ended {
  const { error, reported } = attempt;
  const told = {
    reason: error?.message,
    advice: error?.advice,
    response: responseOf(by),
    finalization: asText(reported),
  };
  return { ...storable(told), attempt };
}

const BALANCE = ["amountRemainingForFinalize", "totalAmountFinalized", "totalAmountPendingFinalization"] as const;

/** Amounts as decimal text, which is exact in every database. */
function asText(told: ReportedFinalization): StoredFinalization {
  const { transactionId, batchId, acquirerId, canFinalizeAgain } = told;
  const balance = Object.fromEntries(BALANCE.map((name) => [name, told[name]?.toFixed()]));
  return { transactionId, batchId, acquirerId, canFinalizeAgain, ...balance };
}

/** As JSON that every database takes: PostgreSQL takes neither NUL nor half a surrogate pair, and no outcome may be lost. */
function storable<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_, inner) =>
    typeof inner === "string" ? inner.replaceAll("\0", "\u{2400}").toWellFormed() : inner,
  );
}
