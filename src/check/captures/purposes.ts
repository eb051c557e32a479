/** What stage two does with an authorization, by its purpose. */
import type { PaymentMethod } from "../../index.js";
import type { CheckPurpose } from "../options.js";
import type { Finding } from "../row.js";
import { finalizeAnnulled } from "./annulled.js";
import type { Capturing } from "./capturing.js";
import { captureParts, PARTS } from "./parts.js";
import { finalizeRefunded } from "./refunded.js";
import { CAPTURED, captureCardTwice, captureCreditTwice, capturePendingTwice } from "./twice.js";

export interface Purpose {
  /** Of the row, after the payment method. */
  readonly name: string;
  /** What a person makes for it. */
  readonly needs: string;
  /** The payment methods for which it is possible. */
  readonly methods: readonly PaymentMethod[];
  /** The payment methods for which stage two is not complete without it. */
  readonly requiredFor: readonly PaymentMethod[];
  /** What to authorize, in the template. */
  readonly example: string;
  /** What the row sends in turn; `all` is the authorized amount. */
  readonly amounts: readonly (string | "all")[];
  run(capturing: Capturing): Promise<readonly Finding[]>;
}

const credit: readonly PaymentMethod[] = ["invoice", "installments"];
const inParts: readonly PaymentMethod[] = ["paypal", "swish", "other"];

export const purposes: Readonly<Record<CheckPurpose, Purpose>> = {
  capture: {
    name: "40 of the first authorization, then again",
    needs: "an order of 100, of which the customer authorizes 60 by card",
    methods: ["card"],
    requiredFor: ["card"],
    example: "60",
    amounts: [CAPTURED, CAPTURED],
    run: captureCardTwice,
  },
  annulled: {
    name: "the second authorization, which was annulled",
    needs: "the same order, of which the customer authorizes 30 more; a person annuls this authorization",
    methods: ["card"],
    requiredFor: ["card"],
    example: "30",
    amounts: ["all"],
    run: finalizeAnnulled,
  },
  full: {
    name: "in full, twice",
    needs: "an order that the customer authorizes in full",
    methods: credit,
    requiredFor: credit,
    example: "100",
    amounts: ["all", "all"],
    run: captureCreditTwice,
  },
  parts: {
    name: "30, 30 and 40 of 100, then 16 more",
    needs: "an order of 100 without line items, which the customer authorizes in full",
    methods: inParts,
    requiredFor: ["paypal", "other"],
    example: "100",
    amounts: PARTS,
    run: captureParts,
  },
  pending: {
    name: "in full and not confirmed, twice",
    needs: "an order whose capture stays pending, because nobody confirms it",
    methods: inParts,
    requiredFor: ["swish"],
    example: "100",
    amounts: ["all", "all"],
    run: capturePendingTwice,
  },
  refunded: {
    name: "an authorization that was refunded",
    needs: "an order that a person has captured in full, and then refunded in full",
    methods: ["card", ...credit, ...inParts],
    requiredFor: [...credit, ...inParts],
    example: "100",
    amounts: ["all"],
    run: finalizeRefunded,
  },
};

export const purposeNames = Object.keys(purposes) as readonly CheckPurpose[];
