/** Compares what the merchant's `lookUp` reads with what the responses to the captures showed. */
import type { Bench, Reading } from "../bench.js";
import type { CheckAuthorization } from "../options.js";
import { asAssumed, differs, type Judged } from "../row.js";
import { nameOf } from "./authorization-name.js";
import { type Balance, balanceText, isEqual, NOTHING } from "./balance.js";

/** What `lookUp` has read, and what it should have. */
export interface LookedUp {
  readonly authorization: CheckAuthorization;
  readonly expected: Balance;
  readonly found: Reading;
}

/** Reads every authorization once more. The service may have caught up. */
export async function lookAgain(bench: Bench, looks: readonly LookedUp[]): Promise<readonly LookedUp[]> {
  const last = new Map(looks.map((look) => [look.authorization.transactionId, look]));
  const again: LookedUp[] = [];
  for (const look of last.values()) again.push({ ...look, found: await bench.readBalance(look.authorization) });
  return again;
}

/** What is wrong whatever comes later: nothing can lag before the first capture. */
export const faultOfLooks = (looks: readonly LookedUp[]) =>
  faultOf(
    looks,
    looks.filter(({ expected }) => expected === NOTHING),
  );

/** @param later - Of a minute after the last capture, when every figure must be right. */
export function judgeLooks(looks: readonly LookedUp[], later: readonly LookedUp[]): Judged {
  const isLate = looks.some((look) => !isRight(look));
  return (
    faultOf(later, later) ?? asAssumed(isLate ? "right after a capture it still shows the figures from before" : "")
  );
}

/** @param due - Those that must be right. */
function faultOf(looks: readonly LookedUp[], due: readonly LookedUp[]): Judged | undefined {
  const [failed] = looks.flatMap(({ found }) => (found !== undefined && "failed" in found ? found.failed : []));
  if (failed !== undefined) return differs(`it fails: ${failed}`);
  if (looks.some(({ found }) => found === undefined))
    return differs("it cannot tell the balance of every authorization");
  const wrong = due.find((look) => !isRight(look));
  if (wrong === undefined) return undefined;
  const shown = `it shows ${balanceText(wrong.found as Balance)} of ${nameOf(wrong.authorization)}`;
  const why = `${shown}, and the responses showed ${balanceText(wrong.expected)}: it reads the wrong field, or lags`;
  return { kind: "unsafe", why, set: { notSentAgain: "all", noLookUp: true }, isLasting: true };
}

const isRight = ({ expected, found }: LookedUp) =>
  found !== undefined && "finalized" in found && isEqual(expected, found);
