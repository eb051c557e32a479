/** The row of stage two about the card authorization that a person annulled. */
import { figureText } from "../amounts.js";
import { type Finding, keyOf, stop } from "../row.js";
import { REJECTION } from "../stops.js";
import { balanceIn, NOTHING } from "./balance.js";
import type { Capturing } from "./capturing.js";
import { noStatus } from "./judge.js";
import { CAPTURED } from "./twice.js";

/** Its rejection shows whether figures are computed from what is left, or for the whole order. */
export async function finalizeAnnulled({ all, amountOf, capture, look }: Capturing): Promise<readonly Finding[]> {
  await look(NOTHING);
  const observed = await capture(all, REJECTION);
  if (observed.isSuccess) return [stop(CAPTURED_AFTER_ANNULMENT)];
  if (observed.isSuccess === undefined) return [noStatus(observed.httpStatus)];
  await look(NOTHING);
  const finalized = balanceIn(observed)?.finalized;
  const key = keyOf(observed, "released");
  if (finalized === undefined || finalized.isZero()) return [key];
  const shown = `${figureText(finalized)} is finalized of an authorization that was annulled`;
  if (finalized.eq(all)) return [key, stop(`${shown}: the figure is computed from what is left`)];
  if (finalized.eq(amountOf(CAPTURED))) return [key, stop(`${shown}: the figure is the sum of the order`)];
  return [key, stop(shown)];
}

const CAPTURED_AFTER_ANNULMENT =
  "it was captured, although it was annulled (if nobody had annulled it, run the check again with a new one)";
