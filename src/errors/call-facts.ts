import type { OperationName } from "./operation-names.js";

/**
 * What a custom operation does to money and state: `read` changes nothing and may be sent again, `write` changes
 * something, `money` may move money.
 */
export type Effect = "read" | "write" | "money";

/** The merchant's and the service's identifiers of a call, as far as the input held valid ones. */
export interface CallIdentifiers {
  readonly orderNumber?: string;
  readonly orderId?: string;
  readonly transactionId?: string;
}

/** What is known of a call: every error carries it. */
export interface CallFacts {
  readonly operation: OperationName | (string & {});
  /** What the operation does. @defaultValue "money" */
  readonly effect?: Effect | undefined;
  readonly identifiers: CallIdentifiers;
  /** As the merchant gave it; the advice after an unknown outcome depends on it. */
  readonly paymentMethod?: string | undefined;
}
