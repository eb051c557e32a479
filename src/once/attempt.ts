import { type AnyPaymentError, type PartialFinalization, responseOf, settle } from "../index.js";
import type { withDefaults } from "./options.js";
import type { OnceRecord, StoredFinalization } from "./record.js";
import { factsOf, finalizationOf } from "./request.js";
import type { Finding } from "./settled.js";
import { type Verdict, verdictOf, verdictOfProof } from "./verdict.js";

/** Both clocks, read before the key was reserved: what begins the lease. */
export interface Begun {
  readonly wall: number;
  readonly steady: number;
}

/** By the clock that has gone further: a machine that was suspended may have stopped the other. */
export const passedSince = ({ wall, steady }: Begun) => Math.max(Date.now() - wall, performance.now() - steady);

/** What an attempt is made with. */
interface Making extends Pick<ReturnType<typeof withDefaults>, "payments" | "timeoutMs" | "leaseMs"> {
  readonly begun: Begun;
  readonly signal: AbortSignal | undefined;
}

/** What was found out, and the error that the call ended in. */
export interface Found extends Omit<Finding, "company" | "fingerprint"> {
  readonly error: AnyPaymentError | undefined;
}

/** One call to the service, within the lease: the first, or one that asks what became of an earlier one. */
export async function attempt(record: OnceRecord, making: Making): Promise<Found> {
  const { payments, timeoutMs, leaseMs, begun, signal } = making;
  const { request, before } = record;
  const sendBefore = new Date(Date.now() + leaseMs - passedSince(begun));
  const options = { authorization: factsOf(request, before), timeoutMs, sendBefore, signal };
  const finalization = finalizationOf(request);
  if (record.state !== "sending") {
    const resolution = await payments.resolveFinalization(finalization, options);
    return found(verdictOfProof(resolution), resolution, resolution.finalization, resolution.error);
  }
  const call = await settle(payments.finalize(finalization, options));
  const verdict = verdictOf(record, call);
  if (call.ok) return found(verdict, call.value, call.value, undefined);
  const { error } = call;
  return found(verdict, error, "finalization" in error ? error.finalization : undefined, error);
}

function found(
  verdict: Verdict,
  from: object,
  told: PartialFinalization | undefined,
  error: AnyPaymentError | undefined,
): Found {
  const texts = { reason: error?.message, advice: error?.advice, answer: responseOf(from) };
  return { verdict, finalization: storable(asText(told ?? {})), ...storable(texts), error };
}

const BALANCE = ["amountRemainingForFinalize", "totalAmountFinalized", "totalAmountPendingFinalization"] as const;

/** Amounts as decimal text, which is exact in every database. */
function asText(told: PartialFinalization): StoredFinalization {
  const { transactionId, batchId, acquirerId, canFinalizeAgain } = told;
  const balance = Object.fromEntries(BALANCE.map((name) => [name, told[name]?.toFixed()]));
  return { transactionId, batchId, acquirerId, canFinalizeAgain, ...balance };
}

/** As JSON that every database takes: PostgreSQL refuses NUL and half a surrogate pair, and no outcome may be refused. */
function storable<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_, inner) =>
    typeof inner === "string" ? inner.replaceAll("\0", "\u{2400}").toWellFormed() : inner,
  );
}
