/** What the service answers; amounts are text here, and numbers with the same digits on the wire. */
import type { FakeAuthorization } from "./authorizations.js";
import type { FakeStatus } from "./status-catalogue.js";

/** The service's answer to a created order; `orderId` is left out when it was refused. */
export interface CreateOrderAnswer {
  readonly status: FakeStatus;
  readonly orderId?: string;
}

/**
 * The service's answer to a finalization. When it was refused, only the balance of the authorization comes with the
 * status, and not even that when there is no such authorization.
 */
export interface FinalizeAnswer extends Partial<Balance> {
  readonly status: FakeStatus;
  readonly transactionId?: string;
  /** Card only. */
  readonly batchId?: string;
  readonly acquirerId?: string;
  readonly riskAssessment?: FakeRiskAssessment;
}

/** A risk assessment as the service reports it. */
export interface FakeRiskAssessment {
  readonly mode: string;
  readonly result: string;
}

type Balance = Pick<
  FakeAuthorization,
  "canFinalizeAgain" | "amountRemainingForFinalize" | "totalAmountFinalized" | "totalAmountPendingFinalization"
>;

/** What an answer says about an authorization: nothing when there is none. */
export function balanceOf(authorization: FakeAuthorization | undefined): Partial<Balance> {
  if (!authorization) return {};
  const { canFinalizeAgain, amountRemainingForFinalize, totalAmountFinalized, totalAmountPendingFinalization } =
    authorization;
  return { canFinalizeAgain, amountRemainingForFinalize, totalAmountFinalized, totalAmountPendingFinalization };
}
