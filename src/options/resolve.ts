import * as z from "zod/mini";
import { type PaymentMethod, paymentMethods } from "../model/payment-method.js";
import { arrayOf, objectOf } from "../model/schema.js";

/** The client option `resolve`. */
export interface ResolveTerms {
  /**
   * The payment methods whose finalization may be sent again to find out its outcome. `[]` allows none.
   *
   * The contract rules out a second finalization only for card. Add another method only after your service has shown
   * that it refuses a second finalization of all that is left, or responds with the figures of the first one.
   * Otherwise an amount can be captured twice. An unknown or pending finalization of a method that is not listed waits
   * for a person.
   *
   * @defaultValue ["card"]
   */
  sendAgain?: readonly PaymentMethod[] | null | undefined;
}

/** Its defaults are own properties, so that a polluted prototype cannot list a method. @internal */
export const resolveSchema = z._default(
  objectOf({ sendAgain: z._default(arrayOf(z.enum(paymentMethods)), ["card"]) }),
  {
    sendAgain: ["card"],
  },
);
