/** Look-ups that are right, late, failing or wrong. */
import { Decimal } from "decimal.js";
import type { LookUpBalance } from "../../../src/index.ts";
import type { Batch } from "./batch.ts";
import { timeNow } from "./clock.ts";

const LAG_MS = 4 * 60_000;

/** The client's method, over the service's balance; undefined if the merchant has no look-up. */
export function lookUpIn(batch: Batch, merchant: number): LookUpBalance | undefined {
  const { lookUp } = batch.scenario;
  if (lookUp === "none") return undefined;
  let times = 0;
  return async ({ transactionId }) => {
    const isIt = ({ given }: Batch["authorizations"][number]) =>
      given.id === transactionId && given.merchant === merchant;
    const authorization = batch.authorizations.find(isIt);
    if (authorization === undefined) return undefined;
    times += 1;
    if (lookUp === "failing" && times % 2 === 1) throw new Error("the service is away");
    const { finalized, pending } =
      lookUp === "late" ? authorization.balanceAt(timeNow() - LAG_MS) : authorization.balance();
    const more = lookUp === "wrong by one capture" ? (authorization.given.shipments[0]?.amount ?? 0) : 0;
    return { finalized: new Decimal(finalized + more), pending: new Decimal(pending), at: new Date(timeNow()) };
  };
}
