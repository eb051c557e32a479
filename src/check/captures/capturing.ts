/** What a row of stage two does with its authorization. */
import { amountIn } from "../amounts.js";
import type { Bench } from "../bench.js";
import type { Observation } from "../observation.js";
import type { CheckAuthorization } from "../options.js";
import type { Expected } from "../stops.js";
import type { AcceptedCapture, Shown } from "./back-office.js";
import { type Balance, balanceIn } from "./balance.js";
import type { LookedUp } from "./look-up.js";

export interface Capturing {
  readonly authorization: CheckAuthorization;
  /** The authorized amount. */
  readonly all: string;
  /** Writes an amount with the decimals of its currency. */
  amountOf(amount: string): string;
  /** Finalizes an amount. The row must have listed it. */
  capture(amount: string, expected?: Expected): Promise<Observation>;
  /** Notes what the merchant's `lookUp` reads, if there is one. */
  look(expected: Balance): Promise<void>;
}

/** What the rows of stage two leave to the last rows. */
export interface Notes {
  readonly looks: LookedUp[];
  readonly shown: Shown[];
}

export function capturingOf(bench: Bench, authorization: CheckAuthorization, { looks, shown }: Notes): Capturing {
  const { purpose, paymentMethod, orderId, transactionId, authorizedAmount, currencyCode } = authorization;
  const accepted: AcceptedCapture[] = [];
  return {
    authorization,
    all: amountIn(currencyCode, `${authorizedAmount}`),
    amountOf: (amount) => amountIn(currencyCode, amount),
    async capture(totalAmount, expected) {
      const facts = { authorization: { paymentMethod, authorizedAmount, currencyCode }, ...bench.callOptions };
      const call = bench.payments.finalize({ orderId, transactionId, totalAmount }, facts);
      const observed = await bench.observe(call, expected);
      if (observed.isSuccess) accepted.push({ amount: totalAmount, balance: balanceIn(observed) });
      // A rejection that nobody expected says nothing about what the back office shows from an earlier run.
      const isExpected = purpose === "annulled" || purpose === "refunded";
      const isNew = shown.every((each) => each.accepted !== accepted);
      if (isNew && (isExpected || accepted.length > 0)) shown.push({ authorization, accepted });
      return observed;
    },
    async look(expected) {
      looks.push({ authorization, expected, found: await bench.readBalance(authorization) });
    },
  };
}
