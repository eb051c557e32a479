/** The rows of stage two that capture an amount twice, although nothing is left after the first time. */
import { type Finding, type Judged, leaveOut, notChecked, stop } from "../row.js";
import { REJECTION } from "../stops.js";
import { NOTHING } from "./balance.js";
import type { Capturing } from "./capturing.js";
import { judgeFirst, judgeRejection, judgeSecond } from "./judge.js";

/** What is captured of the first card authorization of the order. */
export const CAPTURED = "40";

/** A part of a card authorization, so that a figure which counts what was released shows itself. */
export const captureCardTwice = (capturing: Capturing) => captureTwice(capturing, CAPTURED, stop);

/** A credit product. By the contract, only its full amount can be finalized. */
export const captureCreditTwice = (capturing: Capturing) =>
  captureTwice(capturing, "all", (why) => leaveOut(capturing.authorization.paymentMethod, why));

/** A payment that stays pending, because nobody confirms it. */
export const capturePendingTwice = (capturing: Capturing) => captureTwice(capturing, "all", stop);

/** @param twice - Makes the finding of a second capture. */
async function captureTwice(
  { authorization, amountOf, capture, look }: Capturing,
  what: typeof CAPTURED | "all",
  twice: (why: string) => Judged,
): Promise<readonly Finding[]> {
  const { purpose, paymentMethod } = authorization;
  const all = amountOf(`${authorization.authorizedAmount}`);
  const amount = what === "all" ? all : amountOf(what);
  await look(NOTHING);
  const first = judgeFirst(await capture(amount), amount, authorization);
  if (first.balance === undefined) return first.findings;
  await look(first.balance);
  if (purpose === "pending" && first.balance.pending.isZero()) {
    return [...first.findings, notChecked("a capture that stays pending")];
  }
  const second = await capture(amount, REJECTION);
  await look(first.balance);
  if (paymentMethod !== "card") return [...first.findings, ...judgeSecond(second, amount, "nothing_left", twice)];
  const judged = judgeSecond(second, amount, "finalized", twice);
  return [...first.findings, ...judged, ...judgeRejection(second, amount, all)];
}
