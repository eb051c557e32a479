import type { settle } from "merchant-payments";
import type { FakePaymentService } from "merchant-payments/testing";
import { expect } from "vitest";
import type { Balance, Refusal } from "./payment-model.js";

/** How a call ended. */
export type Settled = Awaited<ReturnType<typeof settle<object>>>;

export function expectFailure(settled: Settled, expected: object): void {
  expect(settled.ok).toBe(false);
  if (!settled.ok) expect(settled.error).toMatchObject(expected);
}

export function expectRefusal(settled: Settled, { statusKey, balance }: Refusal): void {
  expectFailure(settled, { name: "PaymentServiceError", outcome: "rejected", statusKey });
  const state = !settled.ok && "finalization" in settled.error ? settled.error.finalization : undefined;
  expect(state && plain(state)).toEqual(balance);
}

/** With amounts as text of two decimals. */
export function plain(fields: object): object {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, name.includes("mount") ? value.toFixed(2) : value]),
  );
}

/** An authorization in the books, as the model has it. */
export function figuresOf(authorization: FakePaymentService["authorizations"][number]): object {
  const { transactionId, authorizedAmount, annulled, canFinalizeAgain, amountRemainingForFinalize } = authorization;
  const { totalAmountFinalized, totalAmountPendingFinalization } = authorization;
  const figures: Balance = {
    canFinalizeAgain,
    amountRemainingForFinalize,
    totalAmountFinalized,
    totalAmountPendingFinalization,
  };
  return { transactionId, authorizedAmount, annulled, ...figures };
}

/** How a call ended, in a word. */
export function endOf(settled: Settled): string {
  if (!settled.ok) return "statusKey" in settled.error ? String(settled.error.statusKey) : settled.error.code;
  return "status" in settled.value ? (settled.value.status as { statusKey: string }).statusKey : "no status";
}
