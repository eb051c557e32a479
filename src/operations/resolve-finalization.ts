import { showCaller } from "../call/execute.js";
import type { Operation } from "../call/operation.js";
import type { ReportedFinalization } from "../errors/facts.js";
import { type Result, toResult } from "../errors/to-result.js";
import { isAllThatIsLeft, isSafeToSendAgain, provenBy } from "../evidence/balance-proof.js";
import type { ResultBase } from "../evidence/envelope.js";
import { readFinalization } from "../evidence/response-fields.js";
import { type Amount, Exact } from "../model/amount.js";
import type { Fault, Report } from "../model/issue.js";
import { isFinalizedOnce, type PaymentMethod } from "../model/payment-method.js";
import type { ResolvedOptions } from "../options/client.js";
import { attach, responseOf } from "../wire/attached.js";
import type { AuthorizationFacts, FinalizeCall, FinalizeOptions } from "./finalization.js";
import { factsOf, finalize, finalizeRules, readRejection } from "./finalize.js";
import { type FinalizationResolution, lookUpFinalization } from "./look-up.js";

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
  readResult: (body, _call, isPending) => {
    return { fields: { ...readFinalization(body), pending: isPending }, fault: undefined };
  },

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
    required(
      "paymentMethod",
      "add it, because it decides whether the service could accept the same finalization twice",
    );
  if (authorizedAmount === undefined && !canLookUp)
    required("authorizedAmount", "give the full amount of the authorization");
  if (finalizedBefore === undefined && paymentMethod !== undefined && paymentMethod !== "card") {
    required(
      "finalizedBefore",
      'add what was finalized before this finalization was first sent, "0" for nothing; what is finalized now may have it included',
    );
  }
  if (new Exact(totalAmount.rawJSON).isZero()) {
    const rule = "must be greater than 0 to be resolved: a balance cannot show what became of a capture of 0";
    report(["totalAmount"], { code: "not_positive", rule });
    return;
  }
  if (canLookUp || paymentMethod === undefined || paymentMethod === "card") return;
  if (authorizedAmount !== undefined && finalizedBefore !== undefined) {
    const amounts = { authorizedAmount: authorizedAmount.rawJSON, finalizedBefore: finalizedBefore.rawJSON };
    if (isAllThatIsLeft({ ...amounts, amount: totalAmount.rawJSON })) return;
    const rule =
      "cannot be resolved, because the service might accept it twice: only all that is left can be resolved (authorizedAmount less finalizedBefore, and more than 15 % of authorizedAmount); change no figure, and store it for manual review, or set the client option resolve: { lookUp }";
    report(["totalAmount"], { code: "amount_mismatch", rule });
  }
}

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
