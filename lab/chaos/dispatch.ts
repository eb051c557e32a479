/** What the shop hands to the worker that captures: the customers have paid, the goods are leaving. */
import type { LineItem, PaymentMethod } from "merchant-payments";

/** One capture to make. */
export interface Capture {
  /** The merchant's own name for it. */
  readonly id: string;
  /** Not every merchant keeps it: a finalization works without. */
  readonly orderId?: string;
  /** The authorization. */
  readonly transactionId: string;
  readonly totalAmount: string;
  readonly currencyCode: string;
  readonly paymentMethod: PaymentMethod;
  /** As the merchant believes. */
  readonly authorizedAmount: string;
  readonly hasLineItems: boolean;
  readonly lineItems?: readonly LineItem[];
}

/** The day's work. */
export interface Dispatch {
  readonly baseUrl: string;
  readonly merchantId: string;
  readonly password: string;
  /** Each with its captures, to be made one after the other. */
  readonly shipments: readonly (readonly Capture[])[];
}

/** Where the files of a run are. */
export const files = {
  dispatch: "dispatch.json",
  journal: "journal.jsonl",
  service: "service.json",
} as const;
