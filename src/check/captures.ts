/** Captures in turn what a row of stage two lists, and judges each response by its figures. */
import { Decimal } from "../index.js";
import { type Accepted, type Bench, issuesOf } from "./bench.js";
import { type Balance, balanceText, figureText, NOTHING, takenOf } from "./figures.js";
import * as finding from "./finding.js";
import { amountsOf, CAPTURED, type CheckAuthorization, type CheckPurpose, purposes } from "./purposes.js";

const { asAssumed, differs, keyOf, notChecked, PERSON, stop, stopForGood } = finding;
type Findings = readonly finding.Finding[];

/** A finalization that must be accepted or rejected, and the balance before it. */
interface Place {
  readonly authorization: CheckAuthorization;
  readonly amount: string;
  readonly isFirst: boolean;
  readonly before: Balance;
  /** Of the first card capture. */
  readonly firstId: string | undefined;
}

/** What was found, and the balance after it. Without one, the row must not go on. */
type Outcome = readonly [found: Findings, after?: Balance];

export async function captureInTurn(bench: Bench, authorization: CheckAuthorization): Promise<Findings> {
  const { purpose, paymentMethod, orderId, transactionId, authorizedAmount, currencyCode } = authorization;
  const { accepts } = purposes[purpose];
  const facts = { paymentMethod, authorizedAmount, currencyCode };
  const accepted: Accepted[] = [];
  const findings: finding.Finding[] = [];
  let before = NOTHING;
  const look = async () => {
    if (purpose === "equal" || purpose === "refunded") return; // whether a refund lowers what it reads is open
    bench.looks.push({ authorization, expected: before, fault: await bench.faultOfLookUp(authorization, before) });
  };
  await look();
  for (const [index, amount] of amountsOf(authorization).entries()) {
    const isFirst = index === 0;
    const isToAccept = index < accepts.length;
    const finalization = { orderId, transactionId, totalAmount: amount };
    const observed = await bench.finalize(finalization, facts, isFirst && isToAccept ? undefined : []);
    if (observed.isSuccess)
      accepted.push({ amount, id: observed.id, isMade: isFirst || isMade(observed, before, purpose) });
    const place = { authorization, amount, isFirst, before, firstId: firstCardOf(bench)?.id };
    const [found, after] = isToAccept ? judgeAccepted(observed, place) : judgeRejected(observed, place);
    findings.push(...found);
    if (after === undefined) break;
    before = after;
    if (isToAccept) await look();
  }
  // A rejection that nobody expected says nothing about what the back office shows from an earlier run.
  if (accepted.length > 0 || accepts.length === 0) bench.captured.push({ authorization, accepted });
  return findings;
}

function isMade({ balance }: finding.Observation, before: Balance, purpose: CheckPurpose): boolean | undefined {
  if (balance === undefined) return undefined;
  return takenOf(balance).gt(takenOf(before)) || (purpose === "parts" ? undefined : false); // a part is no repeat
}

/** The first card capture that the service accepted. */
export const firstCardOf = ({ captured }: Bench) =>
  captured.find(({ authorization }) => authorization.purpose === "capture")?.accepted[0];

const keyIn = ({ statusKey, httpStatus }: finding.Observation) => statusKey ?? `HTTP ${httpStatus}`;
const saysNothing = (key: string, amount: string) =>
  `${key} does not say whether this request captured ${amount}: look in the back office`;

/** Whether a response is no success, and does not exclude a capture. */
function provesNothing({ isSuccess, httpStatus, meaning }: finding.Observation): boolean {
  if (isSuccess === undefined) return httpStatus < 400 || httpStatus === 408 || httpStatus >= 500;
  return !isSuccess && meaning === "unknown";
}

const REPEATED =
  "the service takes it for a repeat of the first one, and captures nothing: let no order have two card authorizations of the same amount";

function judgeAccepted(observed: finding.Observation, place: Place): Outcome {
  const { isSuccess, statusKey, meaning, id, error, balance: after } = observed;
  const { amount, isFirst, before, firstId } = place;
  const { purpose } = place.authorization;
  const key = keyIn(observed);
  if (provesNothing(observed))
    return [[notChecked(`a new authorization for "${purpose}", because ${saysNothing(key, amount)}`)]];
  if (!isSuccess && !isFirst)
    return [[differs(`another part, of ${amount}, is rejected with ${key}: capture in one call`)]];
  if (!isSuccess) {
    const who = purpose === "equal" ? REPEATED : "an intermediary sent the request twice";
    const isDone = after !== undefined && takenOf(after).eq(amount);
    const done = isDone ? `, and its amount is captured. If no earlier run did this, ${who}` : "";
    const needs = `a new authorization for "${purpose}", because this one was rejected with ${key}${done}`;
    return [[keyOf(observed, "valid"), notChecked(needs)]];
  }
  if (purpose === "equal" && id !== undefined && id === firstId) return [[stopForGood(REPEATED)]];
  const [finalized, pending] = meaning === "pending" ? ["0", amount] : [amount, "0"];
  const expected = { finalized: before.finalized.plus(finalized), pending: before.pending.plus(pending) };
  const balance = after ?? expected;
  const isPending = balance.pending.gt(before.pending);
  const isSplit = isFirst && isPending && balance.finalized.gt(0);
  if (isSplit || !takenOf(balance).eq(takenOf(expected))) return [[judgeFigures(balance, place)]];
  const found: finding.Finding[] = [];
  if (after === undefined) found.push(differs(`a success has no figures: ${PERSON}`));
  else if (statusKey !== undefined && (meaning === undefined || (isPending && meaning === "success")))
    found.push(keyOf(observed, isPending ? "pending" : "succeeded"));
  else if (error?.code === "unexpected_response")
    found.push(differs(`the client cannot accept the success: ${issuesOf(error)}`));
  if (purpose !== "pending" || isPending) return [found, balance];
  return [[...found, notChecked("a capture that stays pending")]];
}

function judgeRejected(observed: finding.Observation, place: Place): Outcome {
  const { isSuccess, httpStatus, balance: after } = observed;
  const { amount, before } = place;
  const { purpose, paymentMethod } = place.authorization;
  if (isSuccess === undefined) {
    const rejected = `it is rejected with HTTP ${httpStatus} and without a status object: ${PERSON}`;
    return [[differs(provesNothing(observed) ? saysNothing(keyIn(observed), amount) : rejected)], before];
  }
  const why = purposes[purpose].rejects[1] as finding.Situation;
  if (!isSuccess) return [[keyOf(observed, why), ...judgeRejectedFigures(after, place)], before];
  if (purpose === "annulled") return [[stopForGood(AFTER_ANNULMENT)]];
  if (purpose === "refunded") return [[stop("a refunded amount was captured again", paymentMethod)]];
  if (purpose === "parts") return [[stop(`${amount} more than was authorized is captured`)]];
  const method = purpose === "full" ? paymentMethod : "all";
  if (after === undefined)
    return [[stop("a second finalization succeeds, and no figures show whether it captured again", method)]];
  const taken = takenOf(after);
  if (taken.eq(takenOf(before))) return [[asAssumed("the second finalization gets the same success")], before];
  const shown = `${figureText(taken)} instead of ${amount} is finalized or pending`;
  return [[stop(`a second finalization ${taken.gt(amount) ? "captured again" : "succeeded"} (${shown})`, method)]];
}

const AFTER_ANNULMENT =
  "it was captured, although it was annulled (if nobody had annulled it, run the check again with a new one)";

/** From the figures of a card's rejection, the client concludes whether an earlier request captured. */
function judgeRejectedFigures(after: Balance | undefined, place: Place): Findings {
  const { amount, authorization } = place;
  if (authorization.purpose === "capture") {
    if (after === undefined || takenOf(after).isZero()) return [differs(`the rejection has no figures: ${PERSON}`)];
    return takenOf(after).eq(amount) ? [] : [judgeFigures(after, { ...place, isFirst: true })];
  }
  if (authorization.purpose !== "annulled" || !after?.finalized.gt(0)) return [];
  const shown = `${figureText(after.finalized)} is finalized of an authorization that was annulled`;
  if (after.finalized.eq(amount)) return [stop(`${shown}: the figure is computed from what is left`)];
  return [stop(after.finalized.eq(CAPTURED) ? `${shown}: the figure is the sum of the order` : shown)];
}

/** Judges wrong figures. With those of parts, `finalize` without `finalizedBefore` can take one for captured. */
function judgeFigures(after: Balance, { authorization, amount, isFirst, before }: Place): finding.Judged {
  const { purpose, authorizedAmount } = authorization;
  const { finalized, pending } = after;
  const taken = takenOf(after);
  const first = `after a first capture of ${amount}, the responses show ${balanceText(after)}`;
  const isBoth = finalized.eq(amount) && pending.eq(amount);
  const isTwice = isFirst && !isBoth && taken.eq(new Decimal(amount).times(2));
  const sent = "an intermediary has sent the request twice, unless this authorization was used before";
  if (isTwice && purpose !== "equal") return stopForGood(`${first}: ${sent}`);
  const isEqualPart = taken.eq(takenOf(before)) && taken.eq(amount);
  const sum = figureText(takenOf(before).plus(amount));
  const later = `after captures of ${sum}, ${figureText(taken)} is finalized or pending`;
  const shown = isFirst ? first : isEqualPart ? "two equal parts count as one" : later;
  if (purpose === "parts") return stopForGood(`${shown}, so pass finalizedBefore with every finalize, as Once does`);
  const reasons = [
    isTwice && "the figure is the sum of the order",
    isBoth && "what is pending counts as finalized",
    finalized.eq(new Decimal(amount).times(100)) && "the figures are in minor units",
    finalized.eq(new Decimal(authorizedAmount)) && "what was released counts as finalized",
  ];
  return stop([shown, reasons.find(Boolean)].filter(Boolean).join(": "));
}
