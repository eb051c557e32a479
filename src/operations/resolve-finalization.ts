import { observed, perform, showCaller } from "../call/execute.js";
import type { Accepted, CallOf, Operation, ResultBase, Rules } from "../call/operation.js";
import type { FinalizationProof, ReportedFinalization } from "../errors/finalization-state.js";
import { type AnyPaymentError, type Result, toResult } from "../errors/to-result.js";
import { type Amount, Exact } from "../model/amount.js";
import { isFinalizedOnce, type PaymentMethod } from "../model/payment-method.js";
import { isFields } from "../model/plain.js";
import type { ResolvedOptions } from "../options/client.js";
import { attach, responseOf } from "../wire/attached.js";
import { isJsonNumber, type JsonNumber } from "../wire/json.js";
import { provenBy } from "./balance-proof.js";
import type { AuthorizationFacts, FinalizeOptions } from "./finalization.js";
import { finalize, finalizeCall, finalizeRules, readFinalization } from "./finalize.js";

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
export const resolution: Operation<SecondCall, SecondResult> = {
  ...finalize,
  name: "resolveFinalization",
  ...call,

  /** Accepts any balance, because it is evidence and not part of the result. */
  readResult: (body, _call, isPending) => ({ fields: { ...readFinalization(body, true), pending: isPending } }),
};

/**
 * Admits only what the service cannot accept twice. That is a card's finalization, or one of all that is left, if it is
 * not too small.
 */
const eligibilityRules: Rules = ({ totalAmount }, { authorization }, report) => {
  const { paymentMethod, authorizedAmount, finalizedBefore } = isFields(authorization) ? authorization : {};
  const required = (name: string, rule: string) =>
    report(["options", "authorization", name], { code: "required", rule: `is required to resolve: ${rule}` });

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
  const total = new Exact(totalAmount.rawJSON);
  if (total.isZero()) {
    const rule = "must be greater than 0 to be resolved: a balance cannot show what became of a capture of 0";
    return report(["totalAmount"], { code: "not_positive", rule });
  }
  const before = isJsonNumber(finalizedBefore) ? new Exact(finalizedBefore.rawJSON) : undefined;
  if (paymentMethod !== "card" && isJsonNumber(authorizedAmount) && before !== undefined) {
    const all = before.plus(total);
    // Some services accept 115 % of an authorization, so a small rest would fit twice.
    const fitsTwice = all.plus(total).lte(new Exact(authorizedAmount.rawJSON).times("1.15"));
    if (all.eq(authorizedAmount.rawJSON) && !fitsTwice) return;
    const rule =
      "cannot be resolved, because the service might accept it twice: only all that is left can be resolved (authorizedAmount less finalizedBefore, and more than 15 % of authorizedAmount); change no figure, and park it for manual review";
    report(["totalAmount"], { code: "amount_mismatch", rule });
  }
};

/** Sends the finalization again and says what the response proves about the first one. @internal */
export function resolveFinalization(client: ResolvedOptions, validated: () => Accepted<SecondCall>) {
  return observed(resolution, client, async (observer) => {
    const accepted = validated();
    const ended = await toResult(perform(resolution, client, accepted, observer));
    showCaller(ended.error);
    const resolved = resolvedBy(accepted.call, ended);
    const response = responseOf(ended.ok ? ended.value : ended.error);
    observer.resolved(resolved, resolved.error, response);
    return attach(resolved, { response });
  });
}

function resolvedBy({ input, options }: SecondCall, ended: Result<SecondResult>): FinalizationResolution {
  // The rules have checked that the facts are given.
  const { paymentMethod, authorizedAmount, finalizedBefore } = options.authorization as AuthorizationRead;
  const first = {
    amount: input.totalAmount.rawJSON,
    authorizedAmount: (authorizedAmount as JsonNumber).rawJSON,
    finalizedBefore: finalizedBefore?.rawJSON ?? "0",
    isOnce: isFinalizedOnce(paymentMethod),
  };
  if (ended.ok) {
    const { status, pending: _, ...finalization } = ended.value;
    return { ...provenBy(first, finalization, status.statusKey), finalization };
  }
  const { error } = ended;
  const isRejection = error.code === "service_error" && error.outcome === "rejected";
  const { statusKey, finalization = {} } = isRejection ? error : { statusKey: undefined };
  return { ...provenBy(first, finalization, statusKey), finalization, error };
}
