/** Judges the responses to captures by their figures. */
import { Decimal } from "../../index.js";
import { figureText } from "../amounts.js";
import type { Observation } from "../observation.js";
import { asAssumed, differs, type Finding, type Judged, notChecked, PERSON, stop } from "../row.js";
import { keyOf, type SituationName } from "../status-keys.js";
import type { Balance } from "./look-up.js";

const ZERO = new Decimal(0);

/** What the figures show; undefined if there are none. The client takes a pending amount that is left out for 0. */
export function balanceIn({ figures }: Observation): Balance | undefined {
  const { totalAmountFinalized: finalized, totalAmountPendingFinalization: pending } = figures;
  if (finalized === undefined && !pending?.gt(0)) return undefined;
  return { finalized: finalized ?? ZERO, pending: pending ?? ZERO };
}

export const takenOf = ({ finalized, pending }: Balance) => finalized.plus(pending);

/** What the first capture of an authorization has shown, or must have. Without a balance, the row must not go on. */
export interface FirstCapture {
  readonly findings: readonly Judged[];
  readonly balance?: Balance;
}

export function judgeFirst(observed: Observation, amount: string, authorizedAmount: string): FirstCapture {
  const { isSuccess, text } = observed;
  if (!isSuccess) return { findings: [notChecked(`an authorization that can be finalized (${text})`)] };
  const balance = balanceIn(observed);
  if (balance === undefined) {
    const assumed = { finalized: new Decimal(amount), pending: ZERO };
    return { findings: [differs(`the success has no figures: ${PERSON}`)], balance: assumed };
  }
  const { finalized, pending } = balance;
  const isDone = finalized.eq(amount) && pending.isZero();
  const isPending = pending.eq(amount) && finalized.isZero();
  if (isDone || isPending) return { findings: judgeSuccess(observed, isPending), balance };
  return { findings: [stop(wrongFigures(balance, amount, authorizedAmount))] };
}

/** What keeps the client from accepting a success whose figures are right. */
function judgeSuccess({ statusKey, meaning, error }: Observation, isPending: boolean): readonly Judged[] {
  if (meaning === undefined && statusKey !== undefined) {
    return [differs("", { statusKeys: { [statusKey]: isPending ? "pending" : "success" } })];
  }
  if (error?.code !== "unexpected_response") return [];
  const issues = error.issues.map(({ path, message }) => `${path} ${message}`).join(", ");
  return [differs(`the client cannot accept the success: ${issues}`)];
}

function wrongFigures({ finalized, pending }: Balance, amount: string, authorizedAmount: string): string {
  const shown = `after a first capture of ${amount}, ${figureText(finalized)} is finalized and ${figureText(pending)} pending`;
  if (finalized.eq(new Decimal(amount).times(100))) return `${shown}: the figures are in minor units`;
  if (finalized.eq(amount) && pending.eq(amount)) return `${shown}: what is pending counts as finalized`;
  if (finalized.eq(authorizedAmount)) return `${shown}: what was released counts as finalized`;
  return shown;
}

interface SecondCapture {
  readonly amount: string;
  readonly situation: SituationName;
  /** Makes the finding of a second capture. */
  readonly twice: (why: string) => Judged;
}

/** Judges the response to the same finalization once more, of an authorization of which nothing is left. */
export function judgeSecond(observed: Observation, { amount, situation, twice }: SecondCapture): readonly Finding[] {
  const { isSuccess, httpStatus } = observed;
  if (isSuccess === undefined) return [noStatus(httpStatus)];
  if (!isSuccess) return [keyOf(observed, situation)];
  const balance = balanceIn(observed);
  if (balance === undefined)
    return [twice("a second finalization succeeds, and no figures show whether it captured again")];
  const taken = takenOf(balance);
  if (taken.eq(amount)) return [asAssumed("the second finalization gets the same success")];
  return [twice(`after a second finalization of ${amount}, ${figureText(taken)} is finalized or pending`)];
}

export const noStatus = (httpStatus: number) =>
  differs(`it is rejected with HTTP ${httpStatus} and without a status object: ${PERSON}`);

/** Judges the figures of a rejection, from which the client concludes that the first capture was made. */
export function judgeRejection(observed: Observation, amount: string, authorizedAmount: string): readonly Judged[] {
  if (observed.isSuccess !== false) return [];
  const balance = balanceIn(observed);
  const isNothing = balance === undefined || (balance.finalized.isZero() && balance.pending.isZero());
  if (isNothing) return [differs(`the rejection has no figures: ${PERSON}`)];
  return takenOf(balance).eq(amount) ? [] : [stop(wrongFigures(balance, amount, authorizedAmount))];
}
