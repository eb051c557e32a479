import { Decimal } from "decimal.js";
import { execute, showCaller } from "../call/execute.js";
import type { CallObserver } from "../call/observer.js";
import type { Accepted } from "../call/operation.js";
import { failure } from "../call/send.js";
import { identifiersOf } from "../errors/call-facts.js";
import { toResult } from "../errors/to-result.js";
import { type BalanceRead, type FinalizationToFind, provenByLookUp } from "../evidence/look-up-proof.js";
import { readAmount } from "../model/amount.js";
import type { ResolvedOptions } from "../options/client.js";
import type { LookUp, LookUpContext } from "../options/resolve.js";
import { Deadline } from "../wire/deadline.js";
import { LibraryError } from "../wire/library-error.js";
import { customOperation } from "./custom/custom-operation.js";
import type { AnyOperation } from "./custom/definition.js";
import type { FinalizationResolution, LookedUpBalance, LookUpBalance } from "./resolution.js";

/** A finalization whose outcome is read, and its authorization. Amounts are decimal text. */
type FinalizationToRead = FinalizationToFind & Parameters<LookUp>[0];

/** Says what the balance of its authorization proves about a finalization. Sends nothing that could move money. */
export async function lookUpFinalization(
  first: FinalizationToRead,
  accepted: Accepted,
  lookUp: LookUp,
  client: ResolvedOptions,
  observer: CallObserver,
): Promise<FinalizationResolution> {
  const { orderId, transactionId } = first;
  const { value: balance, error } = await toResult(callLookUp({ orderId, transactionId }, accepted, lookUp, client));
  showCaller(error);
  const proof = balance === undefined ? NOT_TOLD : provenByLookUp(first, balance);
  observer.resolved(proof, error);
  if (balance === undefined) return { ...proof, finalization: {}, ...(error && { error }) };
  return { ...proof, finalization: {}, balance: decimalsOf(balance) };
}

/** @throws PaymentError if it could not be read. */
export async function lookUpBalance(
  authorization: Parameters<LookUp>[0],
  lookUp: LookUp,
  client: ResolvedOptions,
  { timeoutMs = client.timeoutMs, signal }: NonNullable<Parameters<LookUpBalance>[1]> = {},
): Promise<LookedUpBalance | undefined> {
  const facts = { operation: "lookUp", effect: "read", identifiers: identifiersOf(authorization) } as const;
  const limits = { startedAt: performance.now(), timeoutMs, maxRetries: 0, headers: {}, signal, sendBefore: undefined };
  const call = { facts, limits, isClosed: client.exchange.isClosed };
  const balance = await callLookUp(authorization, call, lookUp, client);
  return balance && decimalsOf(balance);
}

const decimalsOf = ({ finalized, pending, at }: TimedBalance): LookedUpBalance => ({
  finalized: new Decimal(finalized),
  pending: new Decimal(pending),
  at,
});

const NOT_TOLD = { state: "unknown", canAskAgain: true } as const;

type TimedBalance = BalanceRead & { readonly at: Date };

/**
 * Calls the client option `lookUp` within the deadline of the call. Resolves to undefined if the option cannot tell.
 *
 * @throws PaymentError if it fails.
 */
async function callLookUp(
  authorization: Parameters<LookUp>[0],
  { facts, limits, isClosed }: Omit<Accepted, "call">,
  lookUp: LookUp,
  client: ResolvedOptions,
): Promise<TimedBalance | undefined> {
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
    const { finalized, pending } = found;
    return { finalized: amountOf("finalized", finalized), pending: amountOf("pending", pending), at };
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
