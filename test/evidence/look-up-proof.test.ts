import { expect, test } from "vitest";
import type { FinalizationProof } from "../../src/errors/facts.js";
import { provenByLookUp } from "../../src/evidence/balance-proof.js";

const captured: FinalizationProof = { state: "captured", by: "look_up" };
const pending: FinalizationProof = { state: "pending", canAskAgain: true };
const unknown: FinalizationProof = { state: "unknown", canAskAgain: true };
const conflict: FinalizationProof = { state: "conflict" };

// 60 are to be found, and 40 were finalized before.
test.each<[what: string, finalized: string, pendingAmount: string, proof: FinalizationProof]>([
  ["more than both", "100.01", "0", conflict],
  ["both twice, the second 60 by somebody else", "160.00", "0.00", conflict],
  ["as before, and more pending than these 60", "40.00", "60.01", conflict],
  ["both", "100", "0.000", captured],
  ["both, and something pending", "100.00", "1.00", unknown],
  ["as before, and these 60 pending", "40.0", "60", pending],
  ["as before, and less than these 60 pending", "40.00", "59.99", unknown],
  // The first request may still arrive, or the figures are old.
  ["as before, and nothing pending", "40.00", "0.00", unknown],
  ["a part of these 60", "70.00", "30.00", unknown],
  ["less than before, so the figures are not those of the authorization", "0.00", "0.00", unknown],
  ["less than before, and these 60 pending", "0.00", "60.00", unknown],
])("a balance that shows %s", (_what, finalized, pendingAmount, proof) => {
  const first = { amount: "60.00", finalizedBefore: "40.00" };
  expect(provenByLookUp(first, { finalized, pending: pendingAmount })).toEqual(proof);
});
