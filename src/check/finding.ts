/** What a row of the check can find. */
import type { Assumption, PaymentError, PaymentMethod, StatusMeaning } from "../index.js";
import type { Balance } from "./figures.js";

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

/** What to set, and what not to use any more. */
interface Setting {
  readonly statusKeys?: Readonly<Record<string, StatusMeaning>>;
  readonly waive?: readonly Assumption[];
  readonly extraFields?: readonly string[];
  readonly notSentAgain?: PaymentMethod | "all";
  readonly noLookUp?: true;
}

/** @property isLasting - No option of the client makes it safe. @property note - Printed once, at the end. */
export interface Judged extends Setting {
  readonly kind: keyof typeof words;
  readonly why: string;
  readonly isLasting?: true;
  readonly note?: string;
}

/** Why the service responded with a status key: the row has caused it. `valid`: it should have accepted the request. */
export type Situation =
  | ("succeeded" | "pending" | "invalid_order" | "unknown_transaction" | "unknown_path" | "wrong_password" | "valid")
  | ("finalized" | "nothing_left" | "released" | "refunded");

/** A response whose status key is to be judged, beside the other rows that saw it. */
export type KeySighting = { readonly kind: "key"; readonly situation: Situation; readonly observed: Observation };
export type Finding = Judged | KeySighting;

/** A row that has run, before its result is written. */
export interface RowRun {
  readonly id: string;
  readonly stage: 1 | 2;
  readonly name: string;
  readonly seen: string;
  readonly findings: readonly Finding[];
}

export const keyOf = (observed: Observation, situation: Situation): Finding => ({ kind: "key", situation, observed });
export const asAssumed = (why = ""): Judged => ({ kind: "as_assumed", why });
export const differs = (why: string, set?: Setting): Judged => ({ kind: "differs", why, ...set });
export const notChecked = (needs: string): Judged => ({ kind: "not_checked", why: `needs ${needs}` });
/** The advice is not to send this method again, or nothing. */
export const stop = (why: string, notSentAgain: PaymentMethod | "all" = "all"): Judged => {
  return { kind: "unsafe", why, notSentAgain };
};
/** Like {@link stop}, and no option makes it safe. */
export const stopForGood = (why: string): Judged => ({ ...stop(`no option is enough: ${why}`), isLasting: true });

/** The price of a response that proves nothing. */
export const PERSON = "after a lost response, a person must look, unless resolve: { lookUp } can";
