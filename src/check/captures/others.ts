/** The rows of stage two about other payment methods than card. */
import { figureText } from "../amounts.js";
import type { Observation } from "../observation.js";
import { asAssumed, differs, type Finding, type Judged, leaveOut, PERSON, stop } from "../row.js";
import { keyOf } from "../status-keys.js";
import type { Capturing } from "./capturing.js";
import { balanceIn, judgeFirst, judgeSecond, noStatus, takenOf } from "./judge.js";
import { type Balance, NOTHING } from "./look-up.js";

/** A credit product, which the contract finalizes once. */
export const captureCreditTwice = (capturing: Capturing) =>
  captureAllTwice(capturing, (why) => leaveOut(capturing.authorization.paymentMethod, why), "one invoice of");

/** A payment that stays pending, because nobody confirms it. */
export const capturePendingTwice = (capturing: Capturing) => captureAllTwice(capturing, stop, "one capture of");

async function captureAllTwice(
  { authorization, amountOf, capture, look, shows }: Capturing,
  twice: (why: string) => Judged,
  once: string,
): Promise<readonly Finding[]> {
  const amount = amountOf(`${authorization.authorizedAmount}`);
  await look(NOTHING);
  const observed = await capture(amount);
  if (observed.isSuccess) shows(`${once} ${amount} ${authorization.currencyCode}`);
  const first = judgeFirst(observed, amount, amount);
  if (first.balance === undefined) return first.findings;
  await look(first.balance);
  const second = await capture(amount);
  await look(first.balance);
  return [...first.findings, ...judgeSecond(second, { amount, situation: "nothing_left", twice })];
}

/** In turn, of an authorization of 100. Two parts are equal, and the last one is more than the 15 % that some services add. */
export const PARTS = ["30", "30", "40", "16"] as const;

export async function captureParts(capturing: Capturing): Promise<readonly Finding[]> {
  const { authorization, amountOf, capture, look, shows } = capturing;
  const [part, equalPart, rest, tooMuch] = PARTS.map(amountOf) as [string, string, string, string];
  await look(NOTHING);
  const first = judgeFirst(await capture(part), part, amountOf(`${authorization.authorizedAmount}`));
  if (first.balance === undefined) return first.findings;
  await look(first.balance);
  let { balance } = first;
  for (const next of [equalPart, rest]) {
    const observed = await capture(next);
    const judged = judgePart(observed, balance, next);
    if ("kind" in judged) return [...first.findings, judged];
    balance = judged;
    await look(balance);
  }
  const last = await capture(tooMuch);
  const captured = [part, equalPart, rest, ...(last.isSuccess ? [tooMuch] : [])];
  shows(`${captured.length} captures: ${captured.join(", ")} ${authorization.currencyCode}`);
  if (last.isSuccess) return [stop(`${tooMuch} more than was authorized is captured: there is no limit of 115 %`)];
  await look(balance);
  return [...first.findings, last.isSuccess === undefined ? noStatus(last.httpStatus) : keyOf(last, "nothing_left")];
}

/** Returns the balance, or what ends the row: the part was rejected, or the figures do not show it. */
function judgePart(observed: Observation, before: Balance, part: string): Balance | Judged {
  if (!observed.isSuccess) return differs(`only one part is accepted (${observed.text})`);
  const balance = balanceIn(observed);
  if (balance === undefined) return differs(`a success has no figures: ${PERSON}`);
  const taken = takenOf(balance);
  const takenBefore = takenOf(before);
  if (taken.eq(takenBefore.plus(part))) return balance;
  if (taken.eq(takenBefore)) return EQUAL_PARTS;
  return stop(`after captures of ${figureText(takenBefore.plus(part))}, ${figureText(taken)} is finalized or pending`);
}

const EQUAL_PARTS: Judged = {
  kind: "unsafe",
  why: "two equal parts count as one: pass finalizedBefore with every finalize",
  set: { notSentAgain: "all" },
  isLasting: true,
};

export async function finalizeRefunded({ authorization, amountOf, capture }: Capturing): Promise<readonly Finding[]> {
  const { paymentMethod, authorizedAmount } = authorization;
  const { isSuccess, httpStatus } = await capture(amountOf(`${authorizedAmount}`));
  if (isSuccess) return [leaveOut(paymentMethod, "what was refunded can be captured again")];
  return [isSuccess === undefined ? noStatus(httpStatus) : asAssumed()];
}
