import { Exact, sumOf } from "../../model/amount.js";
import { lettersOf } from "../../model/currency.js";
import { isFinalizedOnce } from "../../model/payment-method.js";
import type { StoredFacts, StoredFinalization, StoredRequest } from "../entry.js";
import { demand } from "../errors.js";
import { isClosed, type KnownRecords, type OnceRecord, type RequestOfKey, type Terms } from "../record.js";

/** Whether the next key of the same authorization has to wait for this one. */
export const isUnfinished = (each: OnceRecord) => (each.state === "queued" ? each.mayBeCaptured : !isClosed(each));

export const aheadOf = ({ others, unreadable }: KnownRecords): string | undefined =>
  unreadable ?? others.find(isUnfinished)?.key;

/** A key that is not sent may name somebody else's authorization. */
const hasFacts = ({ state, mayBeCaptured, isSent }: OnceRecord) =>
  state === "sending" || state === "captured" || (mayBeCaptured && isSent);

/** The facts of an authorization, the newest if a correction made them differ; undefined if no key has any. */
const withFacts = (records: readonly OnceRecord[]): OnceRecord | undefined =>
  records.filter(hasFacts).sort((one, other) => other.factsAt - one.factsAt)[0];

export const factsFor = (own: OnceRecord, others: readonly OnceRecord[]): StoredFacts =>
  (withFacts([own, ...others]) ?? own).request;

function sameFacts(one: StoredFacts, other: StoredFacts): boolean {
  const isSameAmount = new Exact(one.authorizedAmount).eq(other.authorizedAmount);
  const isSameCurrency = lettersOf(one.currencyCode) === lettersOf(other.currencyCode);
  return one.paymentMethod === other.paymentMethod && isSameAmount && isSameCurrency;
}

/** How the facts differ from those of the authorization's other keys; undefined if they do not. */
export function differenceOf(facts: StoredFacts, others: readonly OnceRecord[]): string | undefined {
  const other = withFacts(others);
  if (other === undefined || sameFacts(other.request, facts)) return undefined;
  const { paymentMethod, authorizedAmount, currencyCode } = other.request;
  const theirs = `${other.key}: ${paymentMethod}, ${authorizedAmount} ${currencyCode}`;
  return `its paymentMethod, authorizedAmount or currencyCode differs from those of ${theirs}`;
}

export function demandSameFacts({ key, request }: RequestOfKey, others: readonly OnceRecord[]): void {
  const differs = differenceOf(request, others);
  demand(differs === undefined, `${key}: ${differs}. Look up which are right, and change only what is wrong`);
}

const isInSum = ({ state, recorded }: OnceRecord) =>
  state === "captured" || (state === "parked" && recorded === "captured");

export const sumOfCaptured = (others: readonly OnceRecord[]): string =>
  sumOf(others.filter(isInSum).map(({ request }) => request.totalAmount));

/** Whether only the service's own responses are in the sum: no decision, no adoption and no balance that differed. */
export const isSumCertain = (others: readonly OnceRecord[]): boolean =>
  !others.some(hasDiffered) && !others.filter(isInSum).some(isDecided);

const isDecided = ({ history }: OnceRecord) => history.some(({ as }) => as !== undefined && as !== "corrected");
const hasDiffered = ({ history }: OnceRecord) => history.some(({ balance }) => balance?.differs !== undefined);

export const isSumSame = ({ finalizedBefore }: OnceRecord, others: readonly OnceRecord[]) =>
  new Exact(sumOfCaptured(others)).eq(finalizedBefore);

export const sumWith = ({ request }: Pick<OnceRecord, "request">, others: readonly OnceRecord[]): string =>
  sumOf([sumOfCaptured(others), request.totalAmount]);

/** The id of the key's own capture. Some services repeat the id of the authorization, which identifies no capture. */
export function captureIdOf(request: Pick<StoredRequest, "transactionId">, { transactionId }: StoredFinalization) {
  const id = transactionId?.trim() || undefined;
  return id === request.transactionId ? undefined : id;
}

/** The id that no other key may have. A closed key may keep an id by mistake. */
export function storedCaptureId(record: OnceRecord): string | undefined {
  const { state, mayBeCaptured, request, finalization, history } = record;
  if (state !== "captured" && !isUnfinished(record) && !mayBeCaptured) return undefined;
  const kept = history.findLast(({ late }) => late?.state === "captured")?.late?.finalization ?? {};
  return captureIdOf(request, finalization) ?? captureIdOf(request, kept);
}

/** The key after which the service's own responses say that nothing can be captured. */
export function lastCaptureOf(others: readonly OnceRecord[], { paymentMethod }: StoredFacts): OnceRecord | undefined {
  const isLast = ({ state, finalization }: OnceRecord) =>
    state === "captured" && (isFinalizedOnce(paymentMethod) || finalization.canFinalizeAgain === false);
  return isSumCertain(others) ? others.find(isLast) : undefined;
}

export const lastOnceCapture = (others: readonly OnceRecord[], { paymentMethod }: StoredFacts) =>
  isFinalizedOnce(paymentMethod) ? others.find(({ state }) => state === "captured") : undefined;

export const reportedBalances = (records: readonly OnceRecord[]): readonly StoredFinalization[] =>
  records.flatMap((each) => [each.finalization, ...each.history.flatMap(({ late }) => late?.finalization ?? [])]);

function isMoreShown(records: readonly OnceRecord[], { authorizedAmount }: StoredFacts): boolean {
  return reportedBalances(records).some((balance) => {
    const { totalAmountFinalized, totalAmountPendingFinalization, amountRemainingForFinalize } = balance;
    const shown = [totalAmountFinalized, totalAmountPendingFinalization, amountRemainingForFinalize];
    return new Exact(sumOf(shown.map((figure) => figure ?? "0"))).gt(authorizedAmount);
  });
}

/** Whether sending the key again finds out its outcome, because the service cannot accept it a second time. */
export function isEligible(own: OnceRecord, others: readonly OnceRecord[], terms: Terms): boolean {
  const facts = factsFor(own, others);
  if (own.acceptsAnother && facts.paymentMethod !== "card") return false; // a correction can change the method
  if (!isSumCertain(others) || isMoreShown([own, ...others], facts)) return false;
  return terms.isResolvable(own.request, facts, sumOfCaptured(others));
}
