/** The rows of stage two that capture an amount twice, although nothing is left after the first time. */
import { type Finding, leaveOut, notChecked, stop } from "../row.js";
import { REJECTION } from "../stops.js";
import { NOTHING } from "./balance.js";
import type { Capturing } from "./capturing.js";
import { judgeFirst, judgeRejection, judgeSecond } from "./judge.js";

/** What is captured of the first card authorization: a part, so that a figure which counts what was released shows itself. */
export const CAPTURED = "40";

/** By the contract, a card is finalized once, and of a credit product only the full amount. */
export async function captureTwice({ authorization, all, amountOf, capture, look }: Capturing) {
  const { purpose, paymentMethod } = authorization;
  const isCard = purpose === "capture";
  const amount = isCard ? amountOf(CAPTURED) : all;
  await look(NOTHING);
  const { findings, balance } = judgeFirst(await capture(amount), amount, authorization);
  if (balance === undefined) return findings;
  await look(balance);
  if (purpose === "pending" && balance.pending.isZero()) {
    return [...findings, notChecked("a capture that stays pending")];
  }
  const second = await capture(amount, REJECTION);
  await look(balance);
  const twice = (why: string) => (purpose === "full" ? leaveOut(paymentMethod, why) : stop(why));
  const judged: readonly Finding[] = judgeSecond(second, amount, isCard ? "finalized" : "nothing_left", twice);
  return [...findings, ...judged, ...(isCard ? judgeRejection(second, amount, all) : [])];
}
