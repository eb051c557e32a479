/** The captures of stage two: what a person prepares, and what the service must accept and reject. */
import type { Amount, PaymentMethod } from "../index.js";
import { amountIn } from "./figures.js";
import type { Situation } from "./finding.js";

/**
 * What stage two finalizes.
 *
 * - `capture`: 40 of a card authorization of 100, then 40 again.
 * - `annulled`: at most 39 of the same order, which a person has annulled.
 * - `equal`: 40 of another 100 of the same order.
 * - `full`: all of an authorization, twice. At most 10 also show whether a fixed amount more can be captured.
 * - `parts`: 30, 30 and 40 of an authorization of 100, then 16 more.
 * - `pending`: a payment whose finalization stays pending (swish) in full, twice. Nobody confirms it.
 * - `refunded`: all of an authorization that a person has captured and refunded.
 */
export type CheckPurpose = "capture" | "annulled" | "equal" | "full" | "parts" | "pending" | "refunded";

/** An authorization that a person made in the test environment, for one run of stage two. */
export interface CheckAuthorization {
  purpose: CheckPurpose;
  paymentMethod: PaymentMethod;
  /** Required for `capture`, `annulled` and `equal`, which must be of the same order. */
  orderId?: string | null | undefined;
  transactionId: string;
  /** At most 100. */
  authorizedAmount: Amount;
  currencyCode: string;
}

interface Purpose {
  /** Of the row, after the payment method. */
  readonly name: string;
  /** What a person does for it, and the amount. */
  readonly needs: string;
  readonly authorize: { readonly example: string; readonly least?: string; readonly most?: string };
  readonly methods: readonly PaymentMethod[];
  /** The methods for which stage two is not complete without it. @defaultValue all of them */
  readonly requiredFor?: readonly PaymentMethod[];
  /** What the service must accept in turn, and what it must reject then, and why. `all` is the authorized amount. */
  readonly accepts: readonly string[];
  readonly rejects: readonly [amount: string, why: Situation] | readonly [];
}

export const credit: readonly PaymentMethod[] = ["invoice", "installments"];
const inParts: readonly PaymentMethod[] = ["paypal", "swish", "other"];

/** What is captured of the first card authorization: a part, so that a figure which counts what was released shows itself. */
export const CAPTURED = "40";

export const purposes: Readonly<Record<CheckPurpose, Purpose>> = {
  capture: {
    name: "40 of the first authorization, then again",
    needs: "By card, authorize 100 of an order of 230.",
    authorize: { example: "100", least: "100" }, // so that 40 fits twice
    methods: ["card"],
    accepts: [CAPTURED],
    rejects: [CAPTURED, "finalized"],
  },
  annulled: {
    name: "the second authorization, which was annulled",
    needs: "By card, authorize 30 of that same order. Then annul these 30 in the back office.",
    authorize: { example: "30", most: "39" },
    methods: ["card"],
    accepts: [],
    rejects: ["all", "released"],
  },
  equal: {
    name: "40 of the third authorization, which equals the first one",
    needs: "By card, authorize another 100 of that same order.",
    authorize: { example: "100", least: "100" },
    methods: ["card"],
    accepts: [CAPTURED],
    rejects: [],
  },
  full: {
    name: "in full, twice",
    needs: "Authorize all of an order of 10.",
    authorize: { example: "10", most: "10" }, // more could hide that a fixed amount more can be captured
    methods: [...credit, ...inParts],
    requiredFor: [...credit, "paypal", "other"],
    accepts: ["all"],
    rejects: ["all", "nothing_left"],
  },
  parts: {
    name: "30, 30 and 40 of 100, then 16 more",
    needs: "Authorize all of an order of 100 that has no line items.",
    authorize: { example: "100", least: "100" },
    methods: inParts,
    requiredFor: ["paypal", "other"],
    accepts: ["30", "30", "40"],
    rejects: ["16", "nothing_left"], // more than the 15 % that some services add
  },
  pending: {
    name: "in full and not confirmed, twice",
    needs: "Authorize all of an order of 10. Nobody may confirm its capture, which must stay pending.",
    authorize: { example: "10", most: "10" },
    methods: inParts,
    requiredFor: ["swish"],
    accepts: ["all"],
    rejects: ["all", "nothing_left"],
  },
  refunded: {
    name: "no capture after a refund",
    needs: "Authorize, capture and refund all of an order of 100. Give the id of the authorization.",
    authorize: { example: "100" },
    methods: ["card", ...credit, ...inParts],
    requiredFor: [...credit, ...inParts],
    accepts: [],
    rejects: ["all", "refunded"],
  },
};

export const purposeNames = Object.keys(purposes) as readonly CheckPurpose[];

/** What a row sends in turn. */
export function amountsOf({ purpose, authorizedAmount, currencyCode }: CheckAuthorization): readonly string[] {
  const { accepts, rejects } = purposes[purpose];
  const amounts = [...accepts, ...rejects.slice(0, 1)];
  return amounts.map((amount) => amountIn(currencyCode, amount === "all" ? authorizedAmount : amount));
}
