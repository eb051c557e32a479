import { Decimal } from "decimal.js";
import { execute, showCaller } from "../call/execute.js";
import type { CallObserver } from "../call/observer.js";
import type { Accepted } from "../call/operation.js";
import { failure } from "../call/send.js";
import { type FinalizationProof, identifiersOf, type LookUpProof, type ReportedFinalization } from "../errors/facts.js";
import type { PaymentError } from "../errors/kinds.js";
import { toResult } from "../errors/to-result.js";
import { provenByLookUp } from "../evidence/balance-proof.js";
import { readAmount } from "../model/amount.js";
import type { ResolvedOptions } from "../options/client.js";
import type { LookUp, LookUpContext } from "../options/resolve.js";
import { Deadline } from "../wire/deadline.js";
import { LibraryError } from "../wire/failures.js";
import { customOperation } from "./custom-operation.js";
import type { AnyOperation } from "./define.js";

/**
 * What became of a finalization.
 *
 * - `captured`: by the balance, the money moved, once: with this call (`by` is `repeat`), or before it (`first`, or
 *   `look_up` if `lookUp` read the balance).
 * - `pending`: the service has not completed it. By its figures, no money has moved yet.
 * - `not_captured`: the authorization was released before the amount was captured.
 * - `unknown`: still not known. If `canAskAgain` is true, call again later. If not, store the finalization for manual
 *   review.
 * - `conflict`: the balance fits none of these states. Somebody else may have finalized this authorization. It needs
 *   manual review.
 */
export type FinalizationResolution = (FinalizationProof | LookUpProof) & {
  /** The capture's ids and the balance, as reported. Each field is present only if the response had it. */
  readonly finalization: ReportedFinalization;
  /** The error of this second call, if it failed. If `lookUp` failed, `causeOf(error)` returns what it threw. */
  readonly error?: PaymentError;
  /** What `lookUp` read, if the finalization was not sent again: captured and completed, or accepted only. */
  readonly balance?: {
    readonly finalized: Decimal;
    readonly pending: Decimal;
    readonly at: Date;
  };
};

type Authorization = Parameters<LookUp>[0];

/** Reads the balance of an authorization. @throws PaymentError if it could not be read. */
export type LookUpBalance = (
  authorization: Authorization,
  options?: { readonly timeoutMs?: number; readonly signal?: AbortSignal | undefined },
) => Promise<FinalizationResolution["balance"]>;

/** Says what the balance of its authorization proves about a finalization. Sends nothing that could move money. */
export async function lookUpFinalization(
  first: Authorization & { readonly amount: string; readonly finalizedBefore: string },
  accepted: Accepted,
  lookUp: LookUp,
  client: ResolvedOptions,
  observer: CallObserver,
): Promise<FinalizationResolution> {
  const { orderId, transactionId } = first;
  const { value: found, error } = await toResult(callLookUp({ orderId, transactionId }, accepted, lookUp, client));
  showCaller(error);
  const proof: LookUpProof = found ? provenByLookUp(first, found.texts) : { state: "unknown", canAskAgain: true };
  observer.resolved(proof, error);
  return { ...proof, finalization: {}, ...(error && { error }), ...(found && { balance: found.balance }) };
}

export async function lookUpBalance(
  authorization: Authorization,
  lookUp: LookUp,
  client: ResolvedOptions,
  { timeoutMs = client.timeoutMs, signal }: NonNullable<Parameters<LookUpBalance>[1]> = {},
): Promise<FinalizationResolution["balance"]> {
  const facts = { operation: "lookUp", effect: "read", identifiers: identifiersOf(authorization) } as const;
  const limits = { startedAt: performance.now(), timeoutMs, maxRetries: 0, headers: {}, signal, sendBefore: undefined };
  const call = { facts, limits, isClosed: client.exchange.isClosed };
  return (await callLookUp(authorization, call, lookUp, client))?.balance;
}

async function callLookUp(
  authorization: Authorization,
  { facts, limits, isClosed }: Omit<Accepted, "call">,
  lookUp: LookUp,
  client: ResolvedOptions,
) {
  const deadline = new Deadline(limits);
  const at = new Date(); // before the reading begins, because the figures may be as old
  const call = async (operation: AnyOperation, input: unknown, options: object = {}) => {
    const read = customOperation(operation);
    if (read.effect !== "read") throw new TypeError("lookUp: call takes only operations with the effect read");
    const timeoutMs = Math.max(1, Math.floor(deadline.remainingMs));
    return execute(read, client, input, { timeoutMs, signal: deadline.signal, ...options });
  };
  try {
    if (isClosed) throw new LibraryError("the client was closed: make a new client");
    if (deadline.ended !== undefined) throw new LibraryError("the call is over");
    const context = { call: call as LookUpContext["call"], signal: deadline.signal };
    const found = await deadline.race(lookUp(authorization, context));
    if (found === undefined || found === null) return undefined;
    const texts = { finalized: amountOf("finalized", found.finalized), pending: amountOf("pending", found.pending) };
    return { texts, balance: { finalized: new Decimal(texts.finalized), pending: new Decimal(texts.pending), at } };
  } catch (error) {
    const what = { what: "lookUp failed", error, waitedFor: "lookUp had not returned" };
    throw failure({ facts, limits, deadline }, "not_sent", what);
  } finally {
    deadline.close();
  }
}

/** @throws LibraryError if it is no amount, or negative. The message does not quote it. */
function amountOf(name: string, value: unknown): string {
  const reading = readAmount(value);
  if ("text" in reading && !reading.text.startsWith("-")) return reading.text;
  throw new LibraryError(`lookUp returned no amount as ${name}: return decimal text or a Decimal, "0" for nothing`);
}
