/** How a service may differ from the fake where the contract leaves it open. */
import type { OptionalRule, Rule } from "../fields.js";
import * as is from "../is.js";
import type { FakeAuthorization } from "./authorizations.js";
import { type FakePaymentMethod, paymentMethods } from "./payment-methods.js";
import { catalogueKeys, type FakeStatus, type FakeStatusKey, isCatalogueKey } from "./status-catalogue.js";

/** The fake finalizes an internet bank payment by itself. */
type FinalizedMethod = Exclude<FakePaymentMethod, "internet_bank">;

/**
 * What a finalization gets if an earlier one has left nothing to finalize.
 *
 * - `rejected`: it is rejected, as by the contract's rule for card.
 * - `same_success`: the response of the last finalization of this amount, with today's balance. No money moves. Without
 *   such a finalization, it is rejected.
 * - `captured_again`: it is accepted, and **money moves again**.
 */
export type FakeRepeat = "rejected" | "same_success" | "captured_again";

/** Differences between your service and the fake. Use them to test the options of your client that declare them. */
export interface FakeQuirks {
  /**
   * Your service's names for the fake's status keys, in every HTTP response with such a key, also that of `fault.error`.
   * The error number stays. The in-process methods, such as `service.finalize`, keep the fake's names.
   * @defaultValue none
   */
  readonly keys?: { readonly [Key in FakeStatusKey]?: string };
  /**
   * What a second finalization gets, by payment method.
   * @defaultValue "rejected" for every method
   */
  readonly repeat?: { readonly [Method in FinalizedMethod]?: FakeRepeat };
  /**
   * The HTTP status of failures that have 200 otherwise: 200, or 400 to 599 but not 407.
   * @defaultValue 200
   */
  readonly failureStatus?: number;
}

type Rules<Name extends string, T> = Readonly<Record<Name, OptionalRule<T>>>;

const ruleOfEach = <Name extends string, T>(names: readonly Name[], rule: OptionalRule<T>) =>
  Object.fromEntries(names.map((name) => [name, rule])) as Rules<Name, T>;

const theirKey = is.rule("text that is not empty", (value) => {
  return typeof value === "string" && value !== "" ? value : undefined;
});

const repeat: Rule<FakeRepeat> = is.oneOf(["rejected", "same_success", "captured_again"]);

const methods = paymentMethods.filter((method) => method !== "internet_bank");

// fetch fails on HTTP 407 and never gives it to its caller.
const isOfFailure = (status: number) => status === 200 || (status >= 400 && status <= 599 && status !== 407);

/** How they are read; an error begins with the name. */
export const keysRule = (name: string) => is.fields(name, ruleOfEach(catalogueKeys, is.optional(theirKey)));
export const repeatRule = (name: string) => is.fields(name, ruleOfEach(methods, is.optional(repeat)));
export const failureStatusRule = is.numberThat(
  "200, or a whole number from 400 to 599 but not 407",
  (value) => Number.isInteger(value) && isOfFailure(value),
);
export const quirksRule = is.fields("quirks", {
  keys: is.optional(keysRule("quirks.keys")),
  repeat: is.optional(repeatRule("quirks.repeat")),
  failureStatus: is.optional(failureStatusRule),
});

/** What a finalization gets where earlier ones have left nothing; undefined where something is left or was released. */
export function repeatOf(authorization: FakeAuthorization, repeat: FakeQuirks["repeat"] = {}): FakeRepeat | undefined {
  const { paymentMethod, canFinalizeAgain, annulled } = authorization;
  if (canFinalizeAgain || annulled || paymentMethod === "internet_bank") return undefined;
  return repeat[paymentMethod];
}

/** The status as the service writes it. */
export function withTheirKey(status: FakeStatus, { keys = {} }: FakeQuirks): FakeStatus {
  const { statusKey } = status;
  return { ...status, statusKey: (isCatalogueKey(statusKey) ? keys[statusKey] : undefined) ?? statusKey };
}
