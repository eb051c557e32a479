/** The row of stage two that captures in parts. */
import { figureText } from "../amounts.js";
import type { Observation } from "../observation.js";
import { differs, type Finding, type Judged, keyOf, PERSON, stop, stopForGood } from "../row.js";
import { REJECTION } from "../stops.js";
import { type Balance, balanceIn, NOTHING, takenOf } from "./balance.js";
import type { Capturing } from "./capturing.js";
import { judgeFirst, noStatus } from "./judge.js";

/** In turn, of an authorization of 100. Two parts are equal, and the last one is more than the 15 % that some services add. */
export const PARTS = ["30", "30", "40", "16"] as const;

export async function captureParts(capturing: Capturing): Promise<readonly Finding[]> {
  const { authorization, amountOf, capture, look } = capturing;
  const [part, equalPart, rest, tooMuch] = PARTS.map(amountOf) as [string, string, string, string];
  await look(NOTHING);
  const first = judgeFirst(await capture(part), part, authorization);
  if (first.balance === undefined) return first.findings;
  await look(first.balance);
  let { balance } = first;
  for (const next of [equalPart, rest]) {
    const judged = judgePart(await capture(next, REJECTION), balance, next, next === part);
    if ("kind" in judged) return [...first.findings, judged];
    balance = judged;
    await look(balance);
  }
  const last = await capture(tooMuch, REJECTION);
  if (last.isSuccess) return [stop(`${tooMuch} more than was authorized is captured`)];
  await look(balance);
  return [...first.findings, last.isSuccess === undefined ? noStatus(last.httpStatus) : keyOf(last, "nothing_left")];
}

/** Returns the balance, or what ends the row: the part was rejected, or the figures do not show it. */
function judgePart(observed: Observation, before: Balance, part: string, isEqual: boolean): Balance | Judged {
  if (!observed.isSuccess)
    return differs(`another part, of ${part}, is rejected: capture in one call (${observed.text})`);
  const balance = balanceIn(observed);
  if (balance === undefined) return differs(`a success has no figures: ${PERSON}`);
  const taken = takenOf(balance);
  const takenBefore = takenOf(before);
  if (taken.eq(takenBefore.plus(part))) return balance;
  if (taken.eq(takenBefore) && isEqual)
    return stopForGood("two equal parts count as one, so pass finalizedBefore with every finalize, as Once does");
  return stop(`after captures of ${figureText(takenBefore.plus(part))}, ${figureText(taken)} is finalized or pending`);
}
