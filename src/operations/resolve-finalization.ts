import { Decimal } from "decimal.js";
import { execute, showCaller } from "../call/execute.js";
import type { CallObserver } from "../call/observer.js";
import type { Accepted, Operation } from "../call/operation.js";
import { failure } from "../call/send.js";
import { type FinalizationProof, identifiersOf, type ReportedFinalization } from "../errors/facts.js";
import type { PaymentError } from "../errors/kinds.js";
import { type Result, toResult } from "../errors/to-result.js";
import { isAllThatIsLeft, isSafeToSendAgain, provenBy, provenByLookUp } from "../evidence/balance-proof.js";
import type { ResultBase } from "../evidence/envelope.js";
import { readFinalization } from "../evidence/response-fields.js";
import { type Amount, Exact, readAmount } from "../model/amount.js";
import type { Fault, Report } from "../model/issue.js";
import { isFinalizedOnce, type PaymentMethod } from "../model/payment-method.js";
import type { ResolvedOptions } from "../options/client.js";
import type { LookUp } from "../options/resolve.js";
import { attach, responseOf } from "../wire/attached.js";
import { Deadline } from "../wire/deadline.js";
import { LibraryError } from "../wire/failures.js";
import { customOperation } from "./custom-operation.js";
import type { AnyOperation } from "./define.js";
import type { AuthorizationFacts, FinalizeCall, FinalizeOptions } from "./finalization.js";
import { factsOf, finalize, finalizeRules, readRejection } from "./finalize.js";

/** Options of `resolveFinalization`: those of `finalize`, with the facts that rule out a second capture. */
export interface ResolveOptions extends FinalizeOptions {
  /**
   * Facts about the authorization. A wrong fact can move money twice.
   *
   * `finalizedBefore` counts only what the service itself has reported as finalized. It is required for every payment
   * method but card, and has no default.
   */
  authorization: AuthorizationFacts & { paymentMethod: PaymentMethod; authorizedAmount: Amount };
}

/**
 * What became of a finalization.
 *
 * - `captured`: by the balance, the money moved, once: with this call (`by` is `repeat`), or before it (`first`, or
 *   `look_up` if `lookUp` read the balance).
 * - `pending`: the service has not completed it. By its figures, no money has moved yet.
 * - `not_captured`: the authorization was released, and the balance shows only earlier captures. If nothing was captured
 *   before, the state is `unknown`, because zeros in a rejection prove nothing.
 * - `unknown`: still not known. If `canAskAgain` is true, call again later. If not, store the finalization for manual
 *   review.
 * - `conflict`: the balance fits none of these states. Somebody else may have finalized this authorization. It needs
 *   manual review.
 */
export type FinalizationResolution = FinalizationProof & {
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

type SecondResult = ResultBase & ReportedFinalization;

export const resolveFinalization: Operation<FinalizeCall, SecondResult, FinalizationResolution> = {
  ...finalize,
  name: "resolveFinalization",

  rules(call, report, client) {
    finalizeRules(call, report);
    eligibilityRules(call, report, client);
  },

  /** After an earlier attempt, figures as before prove nothing: the first request may still arrive. */
  readRejection: (body, call) => ({ ...readRejection(body, call), isProof: false }),

  /** Accepts any balance, because it is evidence and not part of the result. */
  readResult: (body, _call, pending) => ({ fields: { ...readFinalization(body), pending } }),

  lookUp(accepted, client, observer) {
    const { lookUp, sendAgain } = client;
    const { authorizedAmount, ...first } = firstOf(accepted.call);
    const isSafe = authorizedAmount !== undefined && isSafeToSendAgain({ ...first, authorizedAmount }, sendAgain);
    if (lookUp === undefined || isSafe) return undefined;
    observer.accepted(accepted.facts);
    return lookUpFinalization(first, accepted, lookUp, client, observer);
  },

  async resolve(call, sent, observer) {
    const ended = await toResult(sent);
    showCaller(ended.error);
    const resolved = resolvedBy(call, ended);
    const response = responseOf(ended.ok ? ended.value : ended.error);
    observer.resolved(resolved, resolved.error, response);
    return attach(resolved, { response });
  },
};

/** Admits what can be sent again, by the methods that the merchant has declared, and what can be looked up. */
function eligibilityRules(
  { input: { totalAmount }, options: { authorization = {} } }: FinalizeCall,
  report: Report,
  { sendAgain, lookUp }: ResolvedOptions,
): void {
  const { paymentMethod, authorizedAmount, finalizedBefore } = authorization;
  const canLookUp = lookUp !== undefined;
  const reportFact = (name: string, fault: Fault) => report(["options", "authorization", name], fault);
  const required = (name: string, rule: string) =>
    reportFact(name, { code: "required", rule: `is required to resolve: ${rule}` });

  if (!canLookUp && paymentMethod !== undefined && !sendAgain.includes(paymentMethod)) {
    if (paymentMethod === "internet_bank") return; // never finalized, which is a fault already
    reportFact("paymentMethod", { code: "not_allowed", rule: notListed(paymentMethod) });
    return;
  }
  if (paymentMethod === undefined)
    required("paymentMethod", "add it: it decides whether the service could accept the same finalization twice");
  if (authorizedAmount === undefined && !canLookUp)
    required("authorizedAmount", "give the full amount of the authorization");
  if (finalizedBefore === undefined && paymentMethod !== undefined && paymentMethod !== "card")
    required("finalizedBefore", HOW_MUCH_BEFORE);
  if (new Exact(totalAmount.rawJSON).isZero()) {
    const rule = "must be greater than 0 to be resolved: a balance cannot show what became of a capture of 0";
    report(["totalAmount"], { code: "not_positive", rule });
    return;
  }
  if (canLookUp || paymentMethod === undefined || paymentMethod === "card") return;
  if (authorizedAmount === undefined || finalizedBefore === undefined) return;
  const amounts = { authorizedAmount: authorizedAmount.rawJSON, finalizedBefore: finalizedBefore.rawJSON };
  if (isAllThatIsLeft({ ...amounts, amount: totalAmount.rawJSON })) return;
  const rule =
    "cannot be resolved: the service might capture it twice. Change no figure. Store it for manual review, or set the client option resolve: { lookUp }. (Only all that is left, authorizedAmount less finalizedBefore, and more than 15 % of authorizedAmount can be sent again)";
  report(["totalAmount"], { code: "amount_mismatch", rule });
}

const HOW_MUCH_BEFORE =
  'add what was finalized before this finalization was first sent, "0" for nothing. Do not give the figure of today: it may contain this finalization';

const notListed = (paymentMethod: string) =>
  `is ${paymentMethod}, which the client option resolve: { sendAgain } does not list: the service might accept it twice, so nothing was sent; store it for manual review, or set resolve: { lookUp }. Add ${paymentMethod} to sendAgain only after checkService (merchant-payments/check) has shown that the service rejects a second finalization of all that is left, or responds with the figures of the first one`;

/** The first finalization and the facts about its authorization, which the rules have checked, as decimal text. */
function firstOf(call: FinalizeCall) {
  const { orderId, transactionId } = call.input;
  const { paymentMethod, finalizedBefore = "0", ...facts } = factsOf(call);
  return { orderId, transactionId, ...facts, paymentMethod: paymentMethod as PaymentMethod, finalizedBefore };
}

function resolvedBy(call: FinalizeCall, ended: Result<SecondResult>): FinalizationResolution {
  const { paymentMethod, authorizedAmount, ...facts } = firstOf(call);
  const first = {
    ...facts,
    authorizedAmount: authorizedAmount as string, // required, unless the balance is looked up
    isOnce: isFinalizedOnce(paymentMethod), // and sendAgain lists it
    isCard: paymentMethod === "card",
    mayBeCaptured: true,
  };
  if (ended.ok) {
    const { status, pending: _, ...finalization } = ended.value;
    const meaning = status.statusKey === "SUCCESS" ? "success" : "pending";
    return { ...provenBy(first, finalization, meaning), finalization };
  }
  const { error } = ended;
  const { finalization = {} } = error;
  const meaning = error.code === "service_error" ? error.meaning : undefined;
  return { ...provenBy(first, finalization, meaning), finalization, error };
}

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
  const proof: FinalizationProof = found ? provenByLookUp(first, found.texts) : { state: "unknown", canAskAgain: true };
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
    const context = { call: call as Parameters<LookUp>[1]["call"], signal: deadline.signal };
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
