/** What stage two does with an authorization, by its purpose. */
import type { PaymentMethod } from "../../index.js";
import type { CheckPurpose } from "../options.js";
import type { Finding } from "../row.js";
import { finalizeAnnulled } from "./annulled.js";
import type { Capturing } from "./capturing.js";
import { captureParts, PARTS } from "./parts.js";
import { finalizeRefunded } from "./refunded.js";
import { CAPTURED, captureTwice } from "./twice.js";

export interface Purpose {
  /** Of the row, after the payment method. */
  readonly name: string;
  /** What a person does for it. */
  readonly needs: string;
  /** The payment methods for which it is possible. */
  readonly methods: readonly PaymentMethod[];
  /** The payment methods for which stage two is not complete without it. */
  readonly requiredFor: readonly PaymentMethod[];
  /** What to authorize, in the template. @defaultValue 100 */
  readonly example?: string;
  /** What the row sends in turn; `all` is the authorized amount. */
  readonly amounts: readonly (string | "all")[];
  run(capturing: Capturing): Promise<readonly Finding[]>;
}

const credit: readonly PaymentMethod[] = ["invoice", "installments"];
const inParts: readonly PaymentMethod[] = ["paypal", "swish", "other"];

export const purposes: Readonly<Record<CheckPurpose, Purpose>> = {
  capture: {
    name: "40 of the first authorization, then again",
    needs: "By card, authorize 60 of an order of 100.",
    methods: ["card"],
    requiredFor: ["card"],
    example: "60",
    amounts: [CAPTURED, CAPTURED],
    run: captureTwice,
  },
  annulled: {
    name: "the second authorization, which was annulled",
    needs: "By card, authorize 30 of that same order. Then annul these 30 in the back office.",
    methods: ["card"],
    requiredFor: ["card"],
    example: "30",
    amounts: ["all"],
    run: finalizeAnnulled,
  },
  full: {
    name: "in full, twice",
    needs: "Authorize all of an order of 100.",
    methods: credit,
    requiredFor: credit,
    amounts: ["all", "all"],
    run: captureTwice,
  },
  parts: {
    name: "30, 30 and 40 of 100, then 16 more",
    needs: "Authorize all of an order of 100 that has no line items.",
    methods: inParts,
    requiredFor: ["paypal", "other"],
    amounts: PARTS,
    run: captureParts,
  },
  pending: {
    name: "in full and not confirmed, twice",
    needs: "Authorize all of an order of 100. Nobody may confirm its capture, which must stay pending.",
    methods: inParts,
    requiredFor: ["swish"],
    amounts: ["all", "all"],
    run: captureTwice,
  },
  refunded: {
    name: "no capture after a refund",
    needs: "Authorize, capture and refund all of an order of 100. Give the id of the authorization.",
    methods: ["card", ...credit, ...inParts],
    requiredFor: [...credit, ...inParts],
    amounts: ["all"],
    run: finalizeRefunded,
  },
};

export const purposeNames = Object.keys(purposes) as readonly CheckPurpose[];
