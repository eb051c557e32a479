import type { CallOf, Rules } from "../call/call-schema.js";
import { showCaller } from "../call/execute.js";
import type { Operation } from "../call/operation.js";
import type { FinalizationProof, ReportedFinalization } from "../errors/authorization-balance.js";
import { type AnyPaymentError, type Result, toResult } from "../errors/to-result.js";
import { provenBy } from "../evidence/balance-proof.js";
import { isAllThatIsLeft } from "../evidence/eligibility.js";
import { readFinalization } from "../evidence/reported-finalization.js";
import type { ResultBase } from "../evidence/result.js";
import { type Amount, Exact } from "../model/amount.js";
import type { Fault } from "../model/issue.js";
import { isFinalizedOnce, isPaymentMethod, type PaymentMethod } from "../model/payment-method.js";
import { isFields } from "../model/schema.js";
import { attach, responseOf } from "../wire/attached.js";
import { isJsonNumber, type JsonNumber, withoutPrototype } from "../wire/json.js";
import type { AuthorizationFacts, FinalizeOptions } from "./finalization.js";
import { finalize, finalizeCall, finalizeRules } from "./finalize.js";

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
 * - `captured`: the money moved, once. `by` is `repeat` if the service accepted this call. It is `first` if the service
 *   rejected this call and the balance includes the amount.
 * - `pending`: the service has not completed it. No money has moved yet.
 * - `not_captured`: the authorization was released before the amount was captured.
 * - `unknown`: still not known. If `canAskAgain` is true, call again later. If not, park the finalization for manual
 *   review.
 * - `conflict`: the balance fits none of these states. Somebody else may have finalized this authorization. It needs
 *   manual review.
 */
export type FinalizationResolution = FinalizationProof & {
  /** The capture's ids and the balance, as reported. Each field is present only if the response had it. */
  readonly finalization: ReportedFinalization;
  /** The error of this second call, if it failed. */
  readonly error?: AnyPaymentError;
};

type SecondResult = ResultBase & ReportedFinalization;
type SecondCall = CallOf<typeof call>;
type AuthorizationRead = NonNullable<SecondCall["options"]["authorization"]>;

const call = finalizeCall((...facts) => {
  finalizeRules(...facts);
  eligibilityRules(...facts);
});

/** @internal */
export const resolveFinalization: Operation<SecondCall, SecondResult, FinalizationResolution> = withoutPrototype({
  ...finalize,
  name: "resolveFinalization",
  ...call,

  /** Accepts any balance, because it is evidence and not part of the result. */
  readResult: (body, _call, isPending) => ({ fields: { ...readFinalization(body), pending: isPending } }),

  async resolve(call, sent, observer) {
    const ended = await toResult(sent);
    showCaller(ended.error);
    const resolved = resolvedBy(call, ended);
    const response = responseOf(ended.ok ? ended.value : ended.error);
    observer.resolved(resolved, resolved.error, response);
    return attach(resolved, { response });
  },
});

/** Admits only what the service cannot accept twice, by the methods that the merchant has declared. */
const eligibilityRules: Rules = ({ totalAmount }, { authorization }, report, { sendAgain }) => {
  const { paymentMethod, authorizedAmount, finalizedBefore } = isFields(authorization) ? authorization : {};
  const reportFact = (name: string, fault: Fault) => report(["options", "authorization", name], fault);
  const required = (name: string, rule: string) =>
    reportFact(name, { code: "required", rule: `is required to resolve: ${rule}` });

  if (isPaymentMethod(paymentMethod) && !sendAgain.includes(paymentMethod)) {
    if (paymentMethod === "internet_bank") return; // never finalized, which is a fault already
    return reportFact("paymentMethod", { code: "not_allowed", rule: notListed(paymentMethod) });
  }
  if (paymentMethod === undefined)
    required(
      "paymentMethod",
      "add it, because it decides whether the service could accept the same finalization twice",
    );
  if (authorizedAmount === undefined) required("authorizedAmount", "give the full amount of the authorization");
  if (finalizedBefore === undefined && paymentMethod !== undefined && paymentMethod !== "card") {
    required(
      "finalizedBefore",
      'add what was finalized before this finalization was first sent, "0" for nothing; what is finalized now may have it included',
    );
  }
  if (!isJsonNumber(totalAmount)) return;
  if (new Exact(totalAmount.rawJSON).isZero()) {
    const rule = "must be greater than 0 to be resolved: a balance cannot show what became of a capture of 0";
    return report(["totalAmount"], { code: "not_positive", rule });
  }
  if (paymentMethod !== "card" && isJsonNumber(authorizedAmount) && isJsonNumber(finalizedBefore)) {
    const amounts = { authorizedAmount: authorizedAmount.rawJSON, finalizedBefore: finalizedBefore.rawJSON };
    if (isAllThatIsLeft({ ...amounts, amount: totalAmount.rawJSON })) return;
    const rule =
      "cannot be resolved, because the service might accept it twice: only all that is left can be resolved (authorizedAmount less finalizedBefore, and more than 15 % of authorizedAmount); change no figure, and park it for manual review";
    report(["totalAmount"], { code: "amount_mismatch", rule });
  }
};

const notListed = (paymentMethod: string) =>
  `is ${paymentMethod}, which the client option resolve: { sendAgain } does not list: the service might accept it twice, so nothing was sent; park it for manual review. Add ${paymentMethod} to sendAgain only after the service has shown that it refuses a second finalization of all that is left, or responds with the figures of the first one`;

/** Says what the response to the second call proves about the first one. */
function resolvedBy({ input, options }: SecondCall, ended: Result<SecondResult>): FinalizationResolution {
  // The rules have checked that the facts are given.
  const { paymentMethod, authorizedAmount, finalizedBefore } = options.authorization as AuthorizationRead;
  const first = {
    amount: input.totalAmount.rawJSON,
    authorizedAmount: (authorizedAmount as JsonNumber).rawJSON,
    finalizedBefore: finalizedBefore?.rawJSON ?? "0",
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
