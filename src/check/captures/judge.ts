/** Judges the responses to captures by their figures. */
import { Decimal } from "../../index.js";
import { figureText } from "../amounts.js";
import { issuesOf, type Observation } from "../observation.js";
import type { CheckAuthorization } from "../options.js";
import {
  asAssumed,
  differs,
  type Finding,
  type Judged,
  keyOf,
  notChecked,
  PERSON,
  type Situation,
  stop,
  stopForGood,
} from "../row.js";
import { type Balance, balanceIn, balanceText, isEqual, NOTHING, takenOf } from "./balance.js";

/** What the first capture of an authorization has shown, or must have. Without a balance, the row must not go on. */
export interface FirstCapture {
  readonly findings: readonly Finding[];
  readonly balance?: Balance;
}

export function judgeFirst(
  observed: Observation,
  amount: string,
  { purpose, authorizedAmount }: CheckAuthorization,
): FirstCapture {
  const { isSuccess, meaning } = observed;
  if (!isSuccess) {
    const needs = `a new authorization for "${purpose}", because this one was rejected`;
    const isDone = takenOf(balanceIn(observed) ?? NOTHING).eq(amount);
    return { findings: [notChecked(isDone ? `${needs}${PERHAPS_TWICE}` : needs)] };
  }
  const done = { ...NOTHING, finalized: new Decimal(amount) };
  const pending = { ...NOTHING, pending: new Decimal(amount) };
  const balance = balanceIn(observed);
  if (balance === undefined) {
    const findings = [differs(`the success has no figures: ${PERSON}`)];
    return { findings, balance: meaning === "pending" ? pending : done };
  }
  const expected = [done, pending].find((each) => isEqual(each, balance));
  if (expected === undefined) {
    const isTwice = takenOf(balance).eq(new Decimal(amount).times(2)) && !balance.finalized.eq(balance.pending);
    const why = wrongFigures(balance, amount, `${authorizedAmount}`);
    return { findings: [isTwice ? stopForGood(`${why}: ${SENT_TWICE}`) : stop(why)] };
  }
  return { findings: judgeSuccess(observed, expected === pending), balance };
}

const SENT_TWICE = "an intermediary has sent the request twice, unless this authorization was used before";

/** Of an authorization whose first capture is rejected, because exactly this amount is captured already. */
const PERHAPS_TWICE = " and its amount is captured. If no earlier run did this, an intermediary sent the request twice";

/** What keeps the client from accepting a success whose figures are right. */
function judgeSuccess(observed: Observation, isPending: boolean): readonly Finding[] {
  const { statusKey, meaning, error } = observed;
  if (statusKey !== undefined && (meaning === undefined || (isPending && meaning === "success"))) {
    return [keyOf(observed, isPending ? "pending" : "succeeded")];
  }
  if (error?.code !== "unexpected_response") return [];
  return [differs(`the client cannot accept the success: ${issuesOf(error)}`)];
}

function wrongFigures(balance: Balance, amount: string, authorizedAmount: string): string {
  const { finalized, pending } = balance;
  const shown = `after a first capture of ${amount}, the responses show ${balanceText(balance)}`;
  if (finalized.eq(new Decimal(amount).times(100))) return `${shown}: the figures are in minor units`;
  if (finalized.eq(amount) && pending.eq(amount)) return `${shown}: what is pending counts as finalized`;
  if (finalized.eq(authorizedAmount)) return `${shown}: what was released counts as finalized`;
  return shown;
}

/**
 * Judges the response to the same finalization once more, of an authorization of which nothing is left.
 *
 * @param twice - Makes the finding of a second capture.
 */
export function judgeSecond(
  observed: Observation,
  amount: string,
  situation: Situation,
  twice: (why: string) => Judged,
): readonly Finding[] {
  const { isSuccess, httpStatus } = observed;
  if (isSuccess === undefined) return [noStatus(httpStatus)];
  if (!isSuccess) return [keyOf(observed, situation)];
  const balance = balanceIn(observed);
  if (balance === undefined)
    return [twice("a second finalization succeeds, and no figures show whether it captured again")];
  const taken = takenOf(balance);
  if (taken.eq(amount)) return [asAssumed("the second finalization gets the same success")];
  const what = taken.gt(amount) ? "captured again" : "succeeded";
  return [twice(`a second finalization ${what} (${figureText(taken)} instead of ${amount} is finalized or pending)`)];
}

export const noStatus = (httpStatus: number) =>
  differs(`it is rejected with HTTP ${httpStatus} and without a status object: ${PERSON}`);

/** Judges the figures of a rejection, from which the client concludes that the first capture was made. */
export function judgeRejection(observed: Observation, amount: string, authorizedAmount: string): readonly Judged[] {
  if (observed.isSuccess !== false) return [];
  const balance = balanceIn(observed);
  const isNothing = balance === undefined || takenOf(balance).isZero();
  if (isNothing) return [differs(`the rejection has no figures: ${PERSON}`)];
  return takenOf(balance).eq(amount) ? [] : [stop(wrongFigures(balance, amount, authorizedAmount))];
}
