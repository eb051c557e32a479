/** How a service may differ from the fake where the contract leaves it open. */
import * as z from "zod/mini";
import { notEmpty, numberThat, partialOf } from "../input.js";
import type { FakeAuthorization } from "./authorizations.js";
import { type FakePaymentMethod, paymentMethods } from "./payment-methods.js";
import { type FakeStatus, type FakeStatusKey, isStatusKey, rejectionStatus, statusKeys } from "./status-catalogue.js";

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

const eachOf = <Name extends string, T>(names: readonly Name[], schema: z.ZodMiniType<T>) =>
  partialOf(Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, z.ZodMiniType<T>>);

const methods = paymentMethods.filter((method) => method !== "internet_bank");

// fetch fails on HTTP 407 and never gives it to its caller.
const isOfFailure = (status: number) => status === 200 || (status >= 400 && status <= 599 && status !== 407);

export const keysSchema = eachOf(statusKeys, notEmpty);
export const repeatSchema = eachOf(methods, z.enum(["rejected", "same_success", "captured_again"]));
export const failureStatusSchema = numberThat(
  "200, or a whole number from 400 to 599 but not 407",
  (value) => Number.isInteger(value) && isOfFailure(value),
);
export const quirksSchema = partialOf({ keys: keysSchema, repeat: repeatSchema, failureStatus: failureStatusSchema });

/** What a finalization gets where earlier ones have left nothing; undefined where something is left or was released. */
export function repeatOf(authorization: FakeAuthorization, repeat: FakeQuirks["repeat"] = {}): FakeRepeat | undefined {
  const { paymentMethod, canFinalizeAgain, annulled } = authorization;
  if (canFinalizeAgain || annulled || paymentMethod === "internet_bank") return undefined;
  return repeat[paymentMethod];
}

/** The status as the service writes it. */
export function withTheirKey(status: FakeStatus, { keys = {} }: FakeQuirks): FakeStatus {
  const { statusKey } = status;
  return { ...status, statusKey: (isStatusKey(statusKey) ? keys[statusKey] : undefined) ?? statusKey };
}

/** The rejection with a key of the fake, with the service's name for one, or with a key that only the service knows. */
export function rejectionNamed(statusKey: string, { keys = {} }: FakeQuirks): FakeStatus {
  const [ours = statusKey] = Object.entries(keys).find(([, theirs]) => theirs === statusKey) ?? [];
  return { ...rejectionStatus(isStatusKey(statusKey) ? statusKey : ours), statusKey };
}
