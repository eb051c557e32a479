import * as z from "zod/mini";
import { date, deadline, recordOf, that, wholeNumber } from "../model/options.js";
import { headerFault } from "../wire/headers.js";

/** Options of one call. null is treated as absent: the client's option, if there is one, then applies. */
export interface CallOptions {
  /** Ends the call. If the request may have been sent, the outcome is `unknown`. */
  signal?: AbortSignal | null | undefined;
  /** Deadline of the whole call in milliseconds, 1 to 2147483647. */
  timeoutMs?: number | null | undefined;
  /** The most retries after an attempt that was certainly not sent, 0 to 10; of a custom `read`, after `unknown` too. */
  maxRetries?: number | null | undefined;
  /**
   * The time after which no request begins, such as the end of a job's lease.
   *
   * The wall clock and the monotonic clock both count, and the earlier one decides. If no request has begun by then, the
   * call throws a `PaymentTimeoutError` with outcome `not_sent`. With `fetch`, the request may be written later.
   */
  sendBefore?: Date | null | undefined;
  /** Added to the client's headers. A header of the same name replaces the client's. */
  headers?: Readonly<Record<string, string>> | null | undefined;
}

const headers = recordOf(z.string(), (name, all) => headerFault(name, all[name]));

const isSignal = (value: unknown) =>
  typeof Object(value).addEventListener === "function" && typeof Object(value).aborted === "boolean";

export const limits = {
  timeoutMs: z.optional(deadline),
  maxRetries: z.optional(wholeNumber(0, 10, " of attempts")),
  headers: z.optional(headers),
};

export const callOptionsShape = {
  ...limits,
  signal: z.optional(that<AbortSignal>("an AbortSignal: give controller.signal", isSignal)),
  sendBefore: z.optional(date("a Date: give new Date(milliseconds)")),
};

export const callOptionNames = Object.keys(callOptionsShape);

/** Says of options in the first argument where they belong. */
export const inSecondArgument = (names: readonly string[], holder = "") =>
  Object.fromEntries(names.map((name) => [name, `it belongs in the second argument, as ${holder}${name}`]));
