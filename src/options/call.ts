import * as z from "zod/mini";
import { isDate } from "../model/date.js";
import { across, must } from "../model/schema.js";
import { headerFault } from "../wire/headers.js";

/** Options of one call. null is treated as absent: the client's option, if there is one, then applies. */
export interface CallOptions {
  /** Ends the call. Once the request may have left, the outcome is `unknown`. */
  signal?: AbortSignal | null | undefined;
  /** Deadline of the whole call in milliseconds, 1 to 2147483647. */
  timeoutMs?: number | null | undefined;
  /** Further attempts, 0 to 10, after one that is proven not sent. A custom `read` is also repeated after `unknown`. */
  maxRetries?: number | null | undefined;
  /**
   * The latest time to begin writing a request, for a job's lease.
   *
   * It has passed as soon as the wall clock or the monotonic clock says so. If no request has begun by then, the call
   * throws a `PaymentTimeoutError` with outcome `not_sent`. A request that was begun before may still arrive later.
   * With `fetch`, connecting comes later, so the request may be written after this time.
   */
  sendBefore?: Date | null | undefined;
  /** Added to the client's headers. A header of the same name replaces the client's. */
  headers?: Readonly<Record<string, string>> | null | undefined;
}

/** @internal */
export function wholeNumber(least: number, most: number, unit: string) {
  const rule = `must be a whole number of ${unit}, ${least} to ${most}`;
  const isOne = (value: number) => Number.isInteger(value) && value >= least && value <= most;
  return z.number().check(must((value) => (isOne(value) ? undefined : { code: "bad_format", rule })));
}

/** A value that only code can check. @internal */
export function ofKind<T>(isOne: (value: unknown) => boolean, rule: string) {
  return z.custom<T>().check(must((value) => (isOne(value) ? undefined : { code: "wrong_type", rule })));
}

/** @internal */
export const aFunction = <T>(rule: string) => ofKind<T>((value) => typeof value === "function", rule);

/** At most the longest timer of the runtime. @internal */
export const timeoutMsSchema = wholeNumber(1, 2 ** 31 - 1, "milliseconds");
/** @internal */
export const maxRetriesSchema = wholeNumber(0, 10, "attempts");

/** @internal */
export const headersSchema = z.record(z.string(), z.custom<string>()).check(
  across((headers, report) => {
    for (const [name, text] of Object.entries(headers)) {
      const isText = typeof text === "string";
      const rule = isText ? headerFault(name, text) : "must be a string: give its text";
      if (rule !== undefined) report([name], { code: isText ? "not_allowed" : "wrong_type", rule });
    }
  }),
);

/** @internal */
export const callOptionsShape = {
  signal: z.optional(ofKind<AbortSignal>(isSignal, "must be an AbortSignal: give controller.signal")),
  sendBefore: z.optional(ofKind<Date>(isDate, "must be a Date: give new Date(milliseconds)")),
  timeoutMs: z.optional(timeoutMsSchema),
  maxRetries: z.optional(maxRetriesSchema),
  headers: z.optional(headersSchema),
};

/** Checks the shape, because a signal of another realm is no instance of ours. */
function isSignal(value: unknown): boolean {
  try {
    const { aborted, addEventListener, removeEventListener } = value as AbortSignal;
    const listens = typeof addEventListener === "function" && typeof removeEventListener === "function";
    return listens && typeof aborted === "boolean";
  } catch {
    return false;
  }
}
