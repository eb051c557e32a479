/** What a response shows, and what a row of the check can find in it. */
import type { Amount, Assumption, PaymentError, PaymentMethod, ReportedFinalization, StatusMeaning } from "../index.js";
import { currencyDecimals, Decimal, paymentMethods } from "../index.js";

/** What was captured on an authorization and completed, and what was accepted and is not completed. */
export type Balance = { readonly finalized: Decimal; readonly pending: Decimal };

const ZERO = new Decimal(0);
export const NOTHING: Balance = { finalized: ZERO, pending: ZERO };

/** What the figures show; undefined if there are none. The client takes a pending amount that is left out for 0. */
export function balanceIn(figures: ReportedFinalization): Balance | undefined {
  const { totalAmountFinalized: finalized, totalAmountPendingFinalization: pending } = figures;
  if (finalized === undefined && !pending?.gt(0)) return undefined;
  return { finalized: finalized ?? ZERO, pending: pending ?? ZERO };
}

export const takenOf = ({ finalized, pending }: Balance) => finalized.plus(pending);

/** Writes an amount with the decimals of its currency. */
export const amountIn = (currencyCode: string, amount: Amount) =>
  new Decimal(amount).toFixed(currencyDecimals(currencyCode) ?? 2);
/** Writes a figure with at least two decimals. */
export const figureText = (figure: Decimal) => figure.toFixed(Math.max(2, figure.decimalPlaces()));
export const balanceText = ({ finalized, pending }: Balance) =>
  `${figureText(finalized)} finalized and ${figureText(pending)} pending`;

/** What a response shows. Without the service's status object, `isSuccess` is undefined. */
export interface Observation {
  readonly httpStatus: number;
  readonly isSuccess: boolean | undefined;
  readonly statusKey: string | undefined;
  /** What the status means to the client; undefined if it knows no meaning, or none counts. */
  readonly meaning: StatusMeaning | undefined;
  /** Of an order, or of a finalization. */
  readonly id: string | undefined;
  readonly balance: Balance | undefined;
  readonly error: PaymentError | undefined;
}

/** From the worst to the least. `safe`: it would be unsafe without the merchant's options. */
export const words = {
  unsafe: "UNSAFE",
  differs: "differs",
  not_checked: "not checked",
  safe: "safe with your options",
  as_assumed: "as assumed",
};

/** What was found, what to set, and what not to use any more. */
export interface Judged {
  readonly kind: keyof typeof words;
  readonly why: string;
  readonly statusKeys?: Readonly<Record<string, StatusMeaning>>;
  readonly waive?: readonly Assumption[];
  readonly notSentAgain?: readonly PaymentMethod[];
  readonly noLookUp?: true;
  /** No option of the client makes it safe. */
  readonly isLasting?: true;
}

/** Why the service responded with a status key: the row has caused it. `valid`: it should have accepted the request. */
export type Situation =
  | ("succeeded" | "pending" | "invalid_order" | "unknown_transaction" | "unknown_path" | "wrong_password" | "valid")
  | ("finalized" | "nothing_left" | "released" | "refunded");

/** A response whose status key is to be judged, beside the other rows that saw it. */
export type KeySighting = { readonly kind: "key"; readonly situation: Situation; readonly observed: Observation };
export type Finding = Judged | KeySighting;

/** One row of the report of {@link checkService}. */
export interface CheckRow {
  /** The same in every run, for a program that compares runs. */
  readonly id: string;
  readonly stage: 1 | 2;
  readonly name: string;
  /** `unsafe`: until you act, money can move twice, or your books can be wrong. */
  readonly verdict: "as_assumed" | "differs" | "unsafe" | "not_checked";
  /** The verdict in words, then the options to set and the reason. */
  readonly result: string;
  /** What the responses showed, in short. */
  readonly seen: string;
}

/** A row that has run, before its result is written. */
export interface RowRun extends Omit<CheckRow, "verdict" | "result"> {
  readonly findings: readonly Finding[];
}

export const keyOf = (observed: Observation, situation: Situation): Finding => ({ kind: "key", situation, observed });
export const asAssumed = (why = ""): Judged => ({ kind: "as_assumed", why });
export const differs = (why: string, set?: Partial<Judged>): Judged => ({ kind: "differs", why, ...set });
export const notChecked = (needs: string): Judged => ({ kind: "not_checked", why: `needs ${needs}` });
/** The advice is not to send these methods again. */
export const stop = (why: string, notSentAgain: readonly PaymentMethod[] = paymentMethods): Judged => {
  return { kind: "unsafe", why, notSentAgain };
};
/** Like {@link stop}, and no option makes it safe. */
export const stopForGood = (why: string): Judged => ({ ...stop(`no option is enough: ${why}`), isLasting: true });

/** The price of a response that proves nothing. */
export const PERSON = "after a lost response, a person must look, unless resolve: { lookUp } can";
/** Such a response may be about the caller. A password can expire during the check. */
export const accessHint = (httpStatus: number) =>
  httpStatus === 401 || httpStatus === 403 ? `HTTP ${httpStatus} can also mean that the credentials were rejected` : "";
