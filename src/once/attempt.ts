import { type AnyPaymentError, type CallOptions, type ReportedFinalization, responseOf, toResult } from "../index.js";
import type { OnceOptions } from "./options.js";
import type { AttemptOutcome } from "./outcome.js";
import type { OnceRecord, StoredFinalization } from "./record.js";
import { factsOf, finalizationOf } from "./request.js";
import { type AttemptVerdict, reportedBy, verdictOf } from "./verdict.js";

/** Counts from now, by the clock that goes further: a machine that was suspended may have stopped the other. */
export function stopwatch(): () => number {
  const [wall, steady] = [Date.now(), performance.now()];
  return () => Math.max(Date.now() - wall, performance.now() - steady);
}

type Payments = OnceOptions<unknown>["payments"];
type Ended = Omit<AttemptOutcome, "neighbours"> & { readonly error: AnyPaymentError | undefined };

/** One call to the service, within the lease: the first, or one that asks what became of an earlier one. */
export async function attempt(record: OnceRecord, payments: Payments, limits: CallOptions): Promise<Ended> {
  const { request, finalizedBefore } = record;
  const options = { ...limits, authorization: factsOf(request, finalizedBefore) };
  const finalization = finalizationOf(request);
  const ended = (verdict: AttemptVerdict, by: object, told: ReportedFinalization, error?: AnyPaymentError): Ended => {
    const texts = { reason: error?.message, advice: error?.advice, response: responseOf(by) };
    return { ...storable({ ...texts, finalization: asText(told) }), verdict, fingerprint: request.fingerprint, error };
  };
  if (record.state !== "sending") {
    const resolution = await payments.resolveFinalization(finalization, options);
    return ended(resolution, resolution, resolution.finalization, resolution.error);
  }
  const call = await toResult(payments.finalize(finalization, options));
  const verdict = verdictOf(record, call);
  if (call.ok) return ended(verdict, call.value, call.value);
  return ended(verdict, call.error, reportedBy(call.error), call.error);
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
