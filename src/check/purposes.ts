/** The captures of stage two: what a person prepares, and what the service must accept and reject. */
import type { Amount, PaymentMethod } from "../index.js";
import { amountIn, type Situation } from "./finding.js";

/** An authorization that a person made in the test environment, for one run of stage two. */
export interface CheckAuthorization {
  /** What it is for: the report prints what each purpose needs. A `pending` one must stay pending. */
  purpose: "capture" | "annulled" | "equal" | "full" | "parts" | "pending" | "refunded";
  paymentMethod: PaymentMethod;
  /** Required for `capture`, `annulled` and `equal`, which must be of the same order. */
  orderId?: string | null | undefined;
  transactionId: string;
  /** At most 100. */
  authorizedAmount: Amount;
  currencyCode: string;
}

export type CheckPurpose = CheckAuthorization["purpose"];

interface Purpose {
  /** Of the row, after the payment method. */
  readonly name: string;
  /** What a person does for it. */
  readonly needs: string;
  /** The authorized amount; at most 100 of a credit product, which can have a least amount. */
  readonly authorized: string;
  /** The methods for which stage two is not complete without it. */
  readonly methods: readonly PaymentMethod[];
  /** The methods for which it can be given too. */
  readonly others: readonly PaymentMethod[];
  /** What the row finalizes in turn. `all` is the authorized amount. */
  readonly sends: readonly string[];
  /** Why the service must reject the last one. Without it, it must accept all. */
  readonly rejection?: Situation;
}

export const credit: readonly PaymentMethod[] = ["invoice", "installments"];

export const purposes: Readonly<Record<CheckPurpose, Purpose>> = {
  capture: {
    name: "40 of the first authorization, then again",
    needs: "By card, authorize 100 of an order of 230.",
    authorized: "100",
    methods: ["card"],
    others: [],
    sends: ["40", "40"], // parts, so that a figure which counts what was released shows itself
    rejection: "finalized",
  },
  annulled: {
    name: "the second authorization, which was annulled",
    needs: "By card, authorize 30 of that same order. Then annul these 30 in the back office.",
    authorized: "30",
    methods: ["card"],
    others: [],
    sends: ["all"],
    rejection: "released",
  },
  equal: {
    name: "40 of the third authorization, which equals the first one",
    needs: "By card, authorize another 100 of that same order.",
    authorized: "100",
    methods: ["card"],
    others: [],
    sends: ["40"],
  },
  full: {
    name: "in full, twice",
    needs: "Authorize all of an order of 10.",
    authorized: "10", // more could hide that a fixed amount more can be captured
    methods: [...credit, "paypal", "other"],
    others: ["swish"],
    sends: ["all", "all"],
    rejection: "nothing_left",
  },
  parts: {
    name: "30, 30 and 40 of 100, then 16 more",
    needs: "Authorize all of an order of 100 that has no line items.",
    authorized: "100",
    methods: ["paypal", "other"],
    others: ["swish"],
    sends: ["30", "30", "40", "16"], // more than the 15 % that some services add
    rejection: "nothing_left",
  },
  pending: {
    name: "in full and not confirmed, twice",
    needs: "Authorize all of an order of 10. Nobody may confirm its capture, which must stay pending.",
    authorized: "10",
    methods: ["swish"],
    others: ["paypal", "other"],
    sends: ["all", "all"],
    rejection: "nothing_left",
  },
  refunded: {
    name: "no capture after a refund",
    needs: "Authorize, capture and refund all of an order of 100. Give the id of the authorization.",
    authorized: "100",
    methods: [...credit, "paypal", "swish", "other"],
    others: ["card"],
    sends: ["all"],
    rejection: "refunded",
  },
};

export const purposeNames = Object.keys(purposes) as readonly CheckPurpose[];

export const isOfOneOrder = ({ purpose }: CheckAuthorization) => ["capture", "annulled", "equal"].includes(purpose);

/** What a row sends in turn. */
export const amountsOf = ({ purpose, authorizedAmount, currencyCode }: CheckAuthorization): readonly string[] =>
  purposes[purpose].sends.map((amount) => amountIn(currencyCode, amount === "all" ? authorizedAmount : amount));
