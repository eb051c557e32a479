/** Compares what the merchant's `lookUp` reads with what the responses to the captures showed. */
import { Decimal } from "../../index.js";
import { figureText } from "../amounts.js";
import type { Bench, Reading } from "../bench.js";
import type { CheckAuthorization } from "../options.js";
import { asAssumed, differs, type Judged } from "../row.js";

/** What was captured on an authorization and completed, and what was accepted and is not completed. */
export interface Balance {
  readonly finalized: Decimal;
  readonly pending: Decimal;
}

export const NOTHING: Balance = { finalized: new Decimal(0), pending: new Decimal(0) };

/** What `lookUp` has read, and what it should have. */
export interface Look {
  readonly authorization: CheckAuthorization;
  readonly expected: Balance;
  readonly found: Reading;
}

/** Reads every authorization once more. The service may have caught up. */
export async function lookAgain(bench: Bench, looks: readonly Look[]): Promise<readonly Look[]> {
  const last = new Map(looks.map((look) => [look.authorization.transactionId, look]));
  const again: Look[] = [];
  for (const look of last.values()) again.push({ ...look, found: await bench.readBalance(look.authorization) });
  return again;
}

/** @param later - Of a minute after the last capture, when every figure must be right. */
export function judgeLooks(looks: readonly Look[], later: readonly Look[]): Judged {
  const all = [...looks, ...later];
  const [failed] = all.flatMap(({ found }) => (found !== undefined && "failed" in found ? found.failed : []));
  if (failed !== undefined) return differs(`it fails: ${failed}`);
  if (all.some(({ found }) => found === undefined)) return differs("it cannot tell the balance of every authorization");
  // Nothing can lag before the first capture.
  const wrong = [...looks.filter(({ expected }) => expected === NOTHING), ...later].find((look) => !isRight(look));
  if (wrong !== undefined) return misread(wrong);
  return asAssumed(looks.every(isRight) ? undefined : "right after a capture it still shows the figures from before");
}

const isRight = ({ expected, found }: Look) =>
  found !== undefined &&
  "finalized" in found &&
  expected.finalized.eq(found.finalized) &&
  expected.pending.eq(found.pending);

function misread({ authorization, expected, found }: Look): Judged {
  const { paymentMethod, transactionId } = authorization;
  const why = `it shows ${shown(found as Balance)} of ${paymentMethod} ${transactionId}, and the responses showed ${shown(expected)}: it reads the wrong field, or lags`;
  return { kind: "unsafe", why, set: { notSentAgain: "all", noLookUp: true }, isLasting: true };
}

const shown = ({ finalized, pending }: Balance) =>
  `${figureText(finalized)} finalized and ${figureText(pending)} pending`;
