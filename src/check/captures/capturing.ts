/** What a row of stage two does with its authorization. */
import { amountIn } from "../amounts.js";
import type { Bench } from "../bench.js";
import type { Observation } from "../observation.js";
import type { CheckAuthorization } from "../options.js";
import type { Balance, Look } from "./look-up.js";

export interface Capturing {
  readonly authorization: CheckAuthorization;
  /** Writes an amount with the decimals of its currency. */
  amountOf(amount: string): string;
  /** Finalizes an amount. The row must have listed it. */
  capture(amount: string): Promise<Observation>;
  /** Notes what the merchant's `lookUp` reads, if there is one. */
  look(expected: Balance): Promise<void>;
  /** Notes what the back office must show of the authorization. */
  shows(what: string): void;
}

/** What the rows of stage two leave to the last rows. */
export interface Notes {
  readonly looks: Look[];
  readonly shown: string[];
}

export function capturingOf(bench: Bench, authorization: CheckAuthorization, { looks, shown }: Notes): Capturing {
  const { paymentMethod, orderId, transactionId, authorizedAmount, currencyCode } = authorization;
  return {
    authorization,
    amountOf: (amount) => amountIn(currencyCode, amount),
    async capture(totalAmount) {
      const facts = { authorization: { paymentMethod, authorizedAmount, currencyCode }, ...bench.callOptions };
      return bench.observe(bench.payments.finalize({ orderId, transactionId, totalAmount }, facts));
    },
    async look(expected) {
      looks.push({ authorization, expected, found: await bench.readBalance(authorization) });
    },
    shows: (what) => void shown.push(`${paymentMethod} ${transactionId}: ${what}`),
  };
}
