import type { PaymentMethod } from "../index.js";
import type { Observation } from "./observation.js";
import type { Setting } from "./settings.js";

/**
 * How a row ended.
 *
 * - `as_assumed`: the service does what the client assumes, or what your options say.
 * - `differs`: an option must be set, or the result says what to know.
 * - `unsafe`: until you act, money can move twice, or your books can be wrong.
 * - `not_checked`: the result says what the row needs.
 */
export type CheckVerdict = "as_assumed" | "differs" | "unsafe" | "not_checked";

/** One row of the report of {@link checkService}. */
export interface CheckRow {
  /** The same in every run, for a program that compares runs. */
  readonly id: string;
  readonly stage: 1 | 2;
  readonly name: string;
  readonly verdict: CheckVerdict;
  /** `as assumed`, `safe with your options: …`, `differs: set …`, `UNSAFE: set …` or `not checked: needs …`. */
  readonly result: string;
  /** What the responses showed, in short. */
  readonly seen: string;
}

/** One thing that a row has found, in words. */
export type Judged =
  | { readonly kind: "as_assumed"; readonly why: string }
  /** It would be unsafe without the merchant's options. */
  | { readonly kind: "safe"; readonly why: string }
  /** @property note - Printed once, at the end. */
  | { readonly kind: "differs"; readonly why: string; readonly set: Setting; readonly note?: string }
  /** @property isLasting - No option of the client makes it safe. */
  | { readonly kind: "unsafe"; readonly why: string; readonly set: Setting; readonly isLasting?: true }
  | { readonly kind: "not_checked"; readonly why: string };

/** What a row has found. What a status key says also depends on the other rows that saw it. */
export type Finding = Judged | KeySighting;

/** Why the service responded with a status key: the row has caused it. */
export type Situation =
  | "succeeded"
  | "pending"
  | "invalid_order"
  | "unknown_transaction"
  | "unknown_path"
  | "wrong_password"
  | "finalized"
  | "nothing_left"
  | "released";

/** A status key that came, or should have. */
export interface KeySighting {
  readonly kind: "key";
  readonly situation: Situation;
  readonly observed: Observation;
}

/** A row that has run, before its text is written. */
export interface RowRun {
  readonly id: string;
  readonly stage: 1 | 2;
  readonly name: string;
  readonly findings: readonly Finding[];
  readonly seen: readonly string[];
  /** Whether the check was stopped before it. */
  readonly isSkipped: boolean;
}

export const asAssumed = (why = ""): Judged => ({ kind: "as_assumed", why });
export const differs = (why: string, set: Setting = {}): Judged => ({ kind: "differs", why, set });
export const notChecked = (needs: string): Judged => ({ kind: "not_checked", why: `needs ${needs}` });

/** Notes the key of a response. */
export const keyOf = (observed: Observation, situation: Situation): KeySighting => ({
  kind: "key",
  situation,
  observed,
});

/** The advice is not to send this method again. */
export const leaveOut = (method: PaymentMethod, why: string): Judged => {
  return { kind: "unsafe", why, set: { notSentAgain: method } };
};

/** The advice is to send nothing again. */
export const stop = (why: string): Judged => ({ kind: "unsafe", why, set: { notSentAgain: "all" } });

/** Like {@link stop}, and no option makes it safe. */
export const stopForGood = (why: string): Judged => {
  return { kind: "unsafe", why: `no option is enough: ${why}`, set: { notSentAgain: "all" }, isLasting: true };
};

/** The price of a response that proves nothing. */
export const PERSON = "after a lost response, a person must look, unless resolve: { lookUp } can";
