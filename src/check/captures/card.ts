/** The rows of stage two about card. */
import { figureText } from "../amounts.js";
import { type Finding, stop } from "../row.js";
import { keyOf } from "../status-keys.js";
import type { Capturing } from "./capturing.js";
import { balanceIn, judgeFirst, judgeRejection, judgeSecond, noStatus } from "./judge.js";
import { NOTHING } from "./look-up.js";

/** What is captured of the first authorization of the order. */
export const CAPTURED = "40";

/** Captures a part, so that a figure which counts what was released shows itself. */
export async function captureCardTwice(capturing: Capturing): Promise<readonly Finding[]> {
  const { authorization, amountOf, capture, look, shows } = capturing;
  const [amount, all] = [amountOf(CAPTURED), amountOf(`${authorization.authorizedAmount}`)];
  await look(NOTHING);
  const observed = await capture(amount);
  if (observed.isSuccess) shows(`one capture of ${amount} ${authorization.currencyCode}`);
  const first = judgeFirst(observed, amount, all);
  if (first.balance === undefined) return first.findings;
  await look(first.balance);
  const second = await capture(amount);
  await look(first.balance);
  const judged = judgeSecond(second, { amount, situation: "finalized", twice: stop });
  return [...first.findings, ...judged, ...judgeRejection(second, amount, all)];
}

/** Its rejection shows whether figures are computed from what is left, or for the whole order. */
export async function finalizeAnnulled(capturing: Capturing): Promise<readonly Finding[]> {
  const { authorization, amountOf, capture, look, shows } = capturing;
  const amount = amountOf(`${authorization.authorizedAmount}`);
  await look(NOTHING);
  const observed = await capture(amount);
  if (observed.isSuccess) return [stop("an annulled authorization is captured, if a person had annulled it")];
  if (observed.isSuccess === undefined) return [noStatus(observed.httpStatus)];
  shows("no capture");
  await look(NOTHING);
  const finalized = balanceIn(observed)?.finalized;
  const key = keyOf(observed, "released");
  if (finalized === undefined || finalized.isZero()) return [key];
  const shown = `${figureText(finalized)} is finalized of an authorization that was annulled`;
  if (finalized.eq(amount)) return [key, stop(`${shown}: the figure is computed from what is left`)];
  if (finalized.eq(amountOf(CAPTURED))) return [key, stop(`${shown}: the figure is the sum of the order`)];
  return [key, stop(shown)];
}
