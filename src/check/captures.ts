/** The rows of stage two that capture in turn, and judge each response by its figures. */
import { Decimal, type PaymentMethod, paymentMethods } from "../index.js";
import { type Bench, issuesOf, nameOf } from "./bench.js";
import * as finding from "./finding.js";
import type { CheckServiceOptions } from "./options.js";
import { amountsOf, type CheckAuthorization, type CheckPurpose, purposeNames, purposes } from "./purposes.js";
import type { Probe } from "./row.js";

const { amountIn, balanceText, figureText, NOTHING, takenOf } = finding;
const { asAssumed, differs, keyOf, notChecked, PERSON, stop, stopForGood } = finding;
type Balance = finding.Balance;

/** A finalization that must be accepted or rejected, the response to it, and the balance before it. */
interface Place {
  readonly authorization: CheckAuthorization;
  readonly amount: string;
  readonly isFirst: boolean;
  readonly before: Balance;
  readonly observed: finding.Observation;
  /** The status key, or the HTTP status. */
  readonly key: string;
}

/** What was found, and the balance after it; undefined if it is not certain, and the row must not go on. */
type Outcome = readonly [found: readonly finding.Finding[], after?: Balance | undefined];

export function captureRows(given: CheckServiceOptions): readonly Probe[] {
  const accepted = given.paymentMethods ?? paymentMethods;
  return purposeNames.flatMap((purpose) => {
    const { methods, others, name } = purposes[purpose];
    return [...methods, ...others].flatMap((method) => {
      const isOfRow = (each: CheckAuthorization) => each.purpose === purpose && each.paymentMethod === method;
      const authorization = given.authorizations?.find(isOfRow);
      const isRequired = accepted.includes(method) && methods.includes(method);
      if (authorization === undefined && !isRequired) return [];
      const run = (bench: Bench) =>
        authorization ? captureInTurn(bench, authorization) : missing(bench, purpose, method);
      return { id: `${purpose}_${method}`, name: `${method}: ${name}`, run };
    });
  });
}

/** Writes the authorization that is missing, to be filled in. */
async function missing(bench: Bench, purpose: CheckPurpose, paymentMethod: PaymentMethod) {
  const { needs, authorized } = purposes[purpose];
  const orderId = paymentMethod === "card" ? ' orderId: "…",' : "";
  const facts = `authorizedAmount: "${amountIn(bench.currencyCode, authorized)}", currencyCode: "${bench.currencyCode}"`;
  const ids = `purpose: "${purpose}", paymentMethod: "${paymentMethod}",${orderId} transactionId: "…"`;
  bench.missing.push(`  // ${needs}`, `  { ${ids}, ${facts} },`);
  return notChecked(`an authorization for "${purpose}"`);
}

async function captureInTurn(bench: Bench, authorization: CheckAuthorization) {
  const { purpose, paymentMethod, orderId, transactionId, authorizedAmount, currencyCode } = authorization;
  if (bench.obstacle !== undefined) return notChecked(bench.obstacle);
  const isOfFirst = purpose === "annulled" || purpose === "equal";
  const first = bench.captured.find((each) => each.authorization.purpose === "capture");
  if (isOfFirst && first === undefined) return notChecked("a first card capture that the service accepts");
  const question = `Did you capture and refund all of ${nameOf(authorization)} before this run?`;
  if (purpose === "refunded" && bench.terminal.canAsk && !(await bench.isYes(question)))
    return notChecked("an authorization that you captured and refunded before the run");
  const facts = { paymentMethod, authorizedAmount, currencyCode };
  const { rejection } = purposes[purpose];
  const amounts = amountsOf(authorization);
  const findings: finding.Finding[] = [];
  // Whether a refund lowers what it reads is open.
  const lookUpFault = purpose === "refunded" ? undefined : await bench.faultOfLookUp(authorization, NOTHING);
  let balance: Balance | undefined = NOTHING;
  let success: finding.Observation | undefined;
  for (const [index, amount] of amounts.entries()) {
    const isFirst = index === 0;
    const isToReject = rejection !== undefined && index === amounts.length - 1;
    const finalization = { orderId, transactionId, totalAmount: amount };
    const observed = await bench.finalize(finalization, facts, isFirst && !isToReject ? undefined : []);
    if (observed.isSuccess) success ??= observed;
    const key = observed.statusKey ?? `HTTP ${observed.httpStatus}`;
    const place: Place = { authorization, amount, isFirst, before: balance, observed, key };
    const [found, after] = isToReject ? judgeRejected(place, rejection) : judgeAccepted(place, first?.id);
    findings.push(...found);
    balance = after;
    if (balance === undefined) break;
  }
  // A rejection that nobody expected says nothing about what the back office shows from an earlier run.
  const isOnlyRejected = rejection !== undefined && amounts.length === 1;
  if (success || isOnlyRejected) bench.captured.push({ authorization, id: success?.id, balance, lookUpFault });
  return findings;
}

/** Whether a response is no success, and does not exclude a capture. */
function provesNothing({ isSuccess, httpStatus, meaning }: finding.Observation): boolean {
  if (isSuccess === undefined) return httpStatus < 400 || httpStatus === 408 || httpStatus >= 500;
  return !isSuccess && meaning === "unknown";
}

const saysNothing = ({ key, amount }: Place) =>
  `${key} does not say whether this request captured ${amount}: look in the back office`;
const REPEATED =
  "the service takes it for a repeat of the first one, and captures nothing: let no order have two card authorizations of the same amount";

function judgeAccepted(place: Place, firstId: string | undefined): Outcome {
  const { amount, isFirst, before, observed, key } = place;
  const { isSuccess, statusKey, meaning, id, error, balance: after } = observed;
  const { purpose } = place.authorization;
  const needsNew = (why: string) => notChecked(`a new authorization for "${purpose}", because ${why}`);
  if (provesNothing(observed)) return [[needsNew(saysNothing(place))]];
  if (!isSuccess && !isFirst)
    return [[differs(`another part, of ${amount}, is rejected with ${key}: capture in one call`)]];
  if (!isSuccess) {
    const who = purpose === "equal" ? REPEATED : "an intermediary sent the request twice";
    const isDone = after !== undefined && takenOf(after).eq(amount);
    const done = isDone ? `, and its amount is captured. If no earlier run did this, ${who}` : "";
    return [[keyOf(observed, "valid"), needsNew(`this one was rejected with ${key}${done}`)]];
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

function judgeRejected(place: Place, rejection: finding.Situation): Outcome {
  const { amount, before, observed } = place;
  const { isSuccess, httpStatus, balance: after = NOTHING } = observed;
  const { purpose } = place.authorization;
  if (isSuccess === undefined) {
    const rejected = `it is rejected with HTTP ${httpStatus} and without a status object: ${PERSON}`;
    return [[differs(provesNothing(observed) ? saysNothing(place) : rejected)], before];
  }
  if (isSuccess) return [[judgeSecondSuccess(place)], purpose === "refunded" ? undefined : observed.balance];
  const found = [keyOf(observed, rejection)];
  // From the figures of a card's rejection, the client concludes whether an earlier request captured.
  if (purpose === "capture") {
    if (takenOf(after).isZero()) found.push(differs(`the rejection has no figures: ${PERSON}`));
    else if (!takenOf(after).eq(amount)) found.push(judgeFigures(after, { ...place, isFirst: true }));
  }
  const shown = `${figureText(after.finalized)} is finalized of an authorization that was annulled`;
  if (purpose === "annulled" && after.finalized.gt(0)) found.push(stop(`${shown}: ${WRONG_FIGURES}`));
  return [found, before];
}

function judgeSecondSuccess({ amount, before, observed: { balance: after }, authorization }: Place): finding.Judged {
  const { purpose, paymentMethod } = authorization;
  if (purpose === "annulled") return stopForGood(AFTER_ANNULMENT);
  if (purpose === "refunded") return stop("a refunded amount was captured again", [paymentMethod]);
  if (purpose === "parts")
    return stop(`${amount} more than was authorized is captured: a repeated request could be, too`);
  const methods = purpose === "full" ? [paymentMethod] : undefined;
  if (after === undefined)
    return stop("a second finalization succeeds, and no figures show whether it captured again", methods);
  const taken = takenOf(after);
  if (taken.eq(takenOf(before))) return asAssumed("the second finalization gets the same success");
  const shown = `${figureText(taken)} instead of ${amount} is finalized or pending`;
  return stop(`a second finalization ${taken.gt(amount) ? "captured again" : "succeeded"} (${shown})`, methods);
}

const AFTER_ANNULMENT =
  "it was captured, although it was annulled (if nobody had annulled it, run the check again with a new one)";
const WRONG_FIGURES = "from such figures, the client can record a capture that was not made, or miss one that was";

/** Judges wrong figures. With those of parts, `finalize` without `finalizedBefore` can take one for captured. */
function judgeFigures(after: Balance, { authorization, amount, isFirst, before }: Place): finding.Judged {
  const { purpose } = authorization;
  const captures = isFirst ? `a first capture of ${amount}` : `captures of ${figureText(takenOf(before).plus(amount))}`;
  const shown = `after ${captures}, the responses show ${balanceText(after)}`;
  const isBoth = after.finalized.eq(amount) && after.pending.eq(amount);
  const isTwice = isFirst && !isBoth && takenOf(after).eq(new Decimal(amount).times(2));
  const sent = "an intermediary has sent the request twice, unless this authorization was used before";
  if (isTwice && purpose !== "equal") return stopForGood(`${shown}: ${sent}`);
  if (purpose === "parts") return stopForGood(`${shown}, so pass finalizedBefore with every finalize, as Once does`);
  return stop(`${shown}: ${WRONG_FIGURES}`);
}
