import * as z from "zod/mini";
import type { CallResult } from "../evidence/envelope.js";
import type { Amount } from "../model/amount.js";
import { callback, optionsOf } from "../model/options.js";
import { type PaymentMethod, paymentMethods } from "../model/payment-method.js";
import type { StandardSchema } from "../model/standard-schema.js";
import type { CallOptions } from "./call.js";

/**
 * Reads the balance of ONE authorization from the service: what was captured on it and completed (`finalized`), and what
 * was accepted and is not completed (`pending`). Returns undefined if it cannot tell. Changes nothing.
 */
export type LookUp = (
  authorization: { readonly orderId?: string | undefined; readonly transactionId: string },
  context: {
    /** `payments.call`, for custom operations with the effect `read`. Any other throws a `TypeError`. */
    readonly call: <Input, Output, Response extends object>(
      operation: {
        readonly effect: "read";
        readonly input: StandardSchema<Input, Output>;
        readonly response: StandardSchema<unknown, Response>;
      },
      input: Input,
      options?: CallOptions,
    ) => Promise<CallResult<Response>>;
    /** Aborts when the call of `resolveFinalization` ends. */
    readonly signal: AbortSignal;
  },
) => Promise<Balance> | Balance;

type Balance = { readonly finalized: Amount; readonly pending: Amount } | null | undefined;

/** The client option `resolve`. */
export interface ResolveTerms {
  /**
   * The payment methods whose finalization may be sent again to find out its outcome. `[]` allows none.
   *
   * The contract rules out a second finalization only for card. Add another method only after your service has shown
   * that it rejects a second finalization of all that is left, or responds with the figures of the first one.
   * Otherwise an amount can be captured twice.
   * @defaultValue ["card"]
   */
  sendAgain?: readonly PaymentMethod[] | null | undefined;
  /**
   * Reads the balance of an authorization, for finalizations that may not be sent again. `resolveFinalization` then
   * sends nothing, and derives the state from the balance.
   *
   * The state `captured` rests on what your function reads: the captured amount of this one authorization
   * before refunds, without pending or released amounts and fees, at most 5 minutes old; amounts in major units; true facts
   * in `authorization`; and no other capture of the authorization outside your records. See docs/reference/facts.md.
   */
  lookUp?: LookUp | null | undefined;
}

export const resolveSchema = optionsOf({
  sendAgain: z.optional(z.array(z.enum(paymentMethods))),
  lookUp: z.optional(callback<LookUp>("a function that reads the balance of an authorization")),
});
