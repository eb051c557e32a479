/** Whether the balance of an authorization shows what a person decides about one of its keys. */

import type { Amount } from "../../index.js";
import { Exact, sumOf } from "../../model/amount.js";
import type { StoredBalance } from "../entry.js";
import { demand } from "../errors.js";
import type { OnceRecord } from "../record.js";
import { reportedBalances, sumOfCaptured, sumWith } from "./authorization.js";

/**
 * The balance of an authorization, as the back office shows it. If the key's `mayBeCaptured` is true, look it up after the
 * key's `mayArriveUntil`, and after you took the snapshot.
 */
export interface OnceBalance {
  /** What is finalized by all keys together, before refunds: add what was refunded. Required without `differs`. */
  readonly finalized?: Amount | null | undefined;
  /** What is accepted and not completed. Required without `differs`. */
  readonly pending?: Amount | null | undefined;
  /** Why the figures do not show what is decided. Only the person answers for it. */
  readonly differs?: string | null | undefined;
}

/** Demands figures that show the key captured or not, or a reason why they differ. @throws OnceDecisionError */
export function demandShown(
  own: OnceRecord,
  others: readonly OnceRecord[],
  balance: StoredBalance,
  as: "captured" | "not_captured",
): void {
  const { finalized, pending, differs } = balance;
  if (differs) return;
  demand(
    finalized !== undefined && pending !== undefined,
    `${own.key}: balance needs finalized and pending, ${OR_DIFFERS}`,
  );
  const sum = as === "captured" ? sumWith(own, others) : sumOfCaptured(others);
  const isShown = new Exact(finalized).eq(sum) && new Exact(pending).isZero();
  const shown = `the balance shows ${finalized} finalized and ${pending} pending`;
  const otherwise = `${own.key}: ${shown}, and ${as} needs ${sumOf([sum])} finalized and nothing pending. Find out what was captured, ${OR_DIFFERS}`;
  demand(isShown, otherwise);
  const reported = mostReported([own, ...others]);
  const older = `${own.key}: ${shown}, and the service reported ${reported} finalized before. Find out which is right, ${OR_DIFFERS}`;
  demand(new Exact(finalized).gte(reported), older);
}

const OR_DIFFERS = 'or give balance: { differs: "the reason" } if the figures cannot show it';

const mostReported = (records: readonly OnceRecord[]): string =>
  reportedBalances(records).reduce(
    (most, { totalAmountFinalized: figure = "0" }) => (new Exact(figure).gt(most) ? figure : most),
    "0",
  );
