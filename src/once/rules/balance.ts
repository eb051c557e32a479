/** Whether the balance of an authorization supports a person's decision about one of its keys. */

import type { Amount } from "../../index.js";
import { amountText, Exact } from "../../model/amount.js";
import type { OnceGivenBalance, OnceLookedUp } from "../entry.js";
import { demand } from "../errors.js";
import { captureIdOf, isUnfinished, sameCaptureOf, trimmed } from "./authorization.js";
import { faultOfLookUp } from "./look-up.js";
import { type Figures, isSumCertain, isTooMuch, type Keys, shownBy, sumsOf } from "./shown.js";
import { isRejectedThroughout } from "./status-keys.js";
import { factsFor, type Terms } from "./transition.js";

/**
 * The balance of the authorization in the back office. If the key's `mayBeCaptured` is true, look up the balance after
 * the key's `mayArriveUntil`.
 */
export interface OnceBalance {
  /**
   * The amount that is finalized, by all keys together, before refunds: add what was refunded. Leave out only what was
   * captured by mistake and then refunded.
   */
  readonly finalized: Amount;
  /** The amount that is accepted and not completed. */
  readonly pending: Amount;
}

/**
 * A balance that cannot show what is decided, because of a refund for example, or because the back office has no such
 * figures. It takes the place of every demand on the balance, so that only the person answers for the decision.
 */
export interface OnceDifferingBalance {
  /** Why the balance does not show what is decided. `erase` removes it. */
  readonly differs: string;
  readonly finalized?: Amount | null | undefined;
  readonly pending?: Amount | null | undefined;
}

/** A balance as it was read: its figures, or the reason why it has none that count. */
export interface ReadBalance {
  readonly figures?: Figures | undefined;
  readonly differs?: string | undefined;
  readonly lookedUp?: OnceLookedUp | undefined;
  /** What the key's history keeps of it. */
  readonly kept: OnceGivenBalance;
}

/** @throws TypeError for a figure that is missing or no amount. */
export function readBalance(
  given: OnceBalance | OnceDifferingBalance | OnceLookedUp | null | undefined,
): ReadBalance | undefined {
  if (!given) return undefined;
  const figure = (name: keyof Figures) => amountText(given[name], `balance.${name}`);
  const both = () => ({ finalized: figure("finalized"), pending: figure("pending") });
  if ("since" in given) return { figures: both(), lookedUp: given, kept: both() };
  if ("differs" in given) {
    const differs = trimmed(given.differs);
    demand(differs, "balance.differs must say why the balance does not show what is decided");
    const told = (["finalized", "pending"] as const).filter((name) => (given[name] ?? undefined) !== undefined);
    return { differs, kept: { ...Object.fromEntries(told.map((name) => [name, figure(name)])), differs } };
  }
  return { figures: both(), kept: both() };
}

/** The given id of the key's own capture, or the one that the service reported. @throws OnceDecisionError */
export function ownTransactionId({ own, others }: Keys, given: string | undefined, balance: ReadBalance | undefined) {
  const transactionId = given ?? own.finalization.transactionId;
  const same = sameCaptureOf({ request: own.request, finalization: { transactionId } }, others);
  if (same === undefined) return transactionId;
  const isOthers = `${own.key}: the capture ${transactionId} is stored as ${same.key}: give this key's own capture. If the service gives both the same id, leave transactionId out, and give the balance`;
  demand(given === undefined && balance !== undefined, isOthers);
  return undefined;
}

/** Demands what proves that the key was captured. @throws OnceDecisionError */
export function demandCaptured(keys: Keys, balance: ReadBalance | undefined, terms: LookUpTerms): void {
  const { own, others } = keys;
  const { key } = own;
  const captureId = captureIdOf(own);
  demandLookUp(keys, balance, "captured", terms);
  if (balance?.differs !== undefined) return;
  const ahead = others.find(isUnfinished);
  const whose = `${key}: ${ahead?.key} of the same authorization is not finished, so that no balance shows which of the two was captured: give the transactionId of this capture, ${OR_DIFFERS}`;
  demand(ahead === undefined || captureId !== undefined, whose);
  const { withThis } = sumsOf(keys);
  const { figures } = balance ?? {};
  const tooMuch = `${key}: with the other keys, ${withThis} would be captured of ${factsFor(keys).authorizedAmount}: give the balance that shows it, ${OR_DIFFERS}`;
  demand(figures !== undefined || !isTooMuch(keys), tooMuch);
  if (figures === undefined || !(isSumCertain(keys) || isTooMuch(keys))) return;
  const surplus = new Exact(figures.finalized).minus(withThis);
  const isShown = isZero(figures.pending) && (surplus.isZero() || (surplus.gt(0) && captureId !== undefined));
  const more = surplus.gt(0) ? ", and more only with the transactionId of this capture" : "";
  demand(isShown, contradiction(key, figures, `captured needs ${withThis} finalized and nothing pending${more}`));
}

/** Demands what proves that the key was not captured. @throws OnceDecisionError */
export function demandNotCaptured(keys: Keys, balance: ReadBalance | undefined, terms: Terms): void {
  const { key, state, mayBeCaptured } = keys.own;
  demandLookUp(keys, balance, "not_captured", terms);
  if (balance?.differs !== undefined) return;
  const { figures } = balance ?? {};
  const isProven = state !== "conflict" && isRejectedThroughout(keys.own, terms.meaningOf);
  const needed = `${key} may be captured: not_captured needs the balance that shows that it was not, ${OR_DIFFERS}`;
  demand(figures !== undefined || !mayBeCaptured || isProven, needed);
  if (figures === undefined) return;
  const isPending = (state === "pending" || isSumCertain(keys)) && !isZero(figures.pending);
  const wait = `${key}: ${shownIn(figures)}, and not_captured needs a balance in which nothing is pending. Wait, and look up the balance again. If no balance can show it, give balance: { differs: "the reason" }`;
  demand(!isPending, wait);
  if (!isSumCertain(keys)) return;
  const { without } = sumsOf(keys);
  const isShown = shownBy(keys, figures) === "not_captured";
  demand(isShown, contradiction(key, figures, `not_captured needs ${without} finalized`));
}

/** Demands the balance that shows that nothing is captured twice if the key is sent. @throws OnceDecisionError */
export function demandNotYetCaptured(keys: Keys, balance: ReadBalance | undefined, terms: LookUpTerms): void {
  const { own, others } = keys;
  const { key } = own;
  demandLookUp(keys, balance, "not_captured", terms);
  const ahead = others.find(isUnfinished);
  demand(ahead === undefined, `${key}: ${ahead?.key} of the same authorization is not finished: decide that key first`);
  const { figures } = balance ?? {};
  const needed = `${key} must not be sent again without a balance that shows that it was not captured: give finalized and pending, and not differs`;
  demand(figures !== undefined, needed);
  const wait = `${key} must not be sent again while something is pending, and ${shownIn(figures)}: wait, and look up the balance again`;
  demand(isZero(figures.pending), wait);
  const { without } = sumsOf(keys);
  const otherwise = `${key} must not be sent again: ${figures.finalized} is finalized, and the other keys captured ${without}. If the balance has this capture in it, decide captured; otherwise find out first why the two differ`;
  demand(new Exact(figures.finalized).eq(without), otherwise);
}

type LookUpTerms = Pick<Terms, "personAfterMs">;

const OR_DIFFERS = 'or balance: { differs: "the reason" } if no balance can';

const isZero = (figure: string) => new Exact(figure).isZero();

const shownIn = ({ finalized, pending }: Figures) => `the balance shows ${finalized} finalized and ${pending} pending`;

const contradiction = (key: string, figures: Figures, needed: string) =>
  `${key}: ${shownIn(figures)}, and ${needed}. Find out what was captured. If a refund explains the difference, or if the figures are of another kind, give balance: { differs: "the reason" }`;

/** Demands that a balance which was looked up is the stored one and supports the decision. */
function demandLookUp(
  keys: Keys,
  balance: ReadBalance | undefined,
  as: "captured" | "not_captured",
  terms: LookUpTerms,
): void {
  if (balance?.lookedUp === undefined) return;
  const fault = faultOfLookUp(keys, balance.lookedUp, as, terms);
  demand(fault === undefined, `${keys.own.key}: ${fault}`);
}
