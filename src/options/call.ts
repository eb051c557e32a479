import * as z from "zod/mini";
import { isDate } from "../model/date.js";
import * as is from "../model/is.js";
import { across, byRule, must } from "../model/schema.js";
import { headerFault } from "../wire/headers.js";

/** Options of one call. null is treated as absent: the client's option, if there is one, then applies. */
export interface CallOptions {
  /** Ends the call. If the request may have been sent, the outcome is `unknown`. */
  signal?: AbortSignal | null | undefined;
  /** Deadline of the whole call in milliseconds, 1 to 2147483647. */
  timeoutMs?: number | null | undefined;
  /**
   * The most retries after an attempt that was certainly not sent, 0 to 10. A custom `read` is also repeated after
   * `unknown`.
   */
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
export const maxRetriesRule = is.wholeNumber(0, 10, " of attempts");

/** @internal */
export const headersRule = is.record<string>((name, value, fault) => {
  const problem = typeof value === "string" ? headerFault(name, value) : "must be text: give the header's text";
  return problem === undefined ? (value as string) : fault(problem);
});

/** A value that only code can check. */
const ofKind = <T>(isOne: (value: unknown) => boolean, rule: string) =>
  z.custom<T>().check(must((value) => (isOne(value) ? undefined : { code: "wrong_type", rule })));

/** Names and values are copied before they are checked. */
const headersSchema = z.record(z.string(), z.custom<string>()).check(
  across((headers, report) => {
    headersRule(headers, (rule, name = "") => {
      const code = typeof headers[String(name)] === "string" ? "not_allowed" : "wrong_type";
      return void report([name], { code, rule });
    });
  }),
);

/** @internal */
export const callOptionsShape = {
  signal: z.optional(ofKind<AbortSignal>(isSignal, "must be an AbortSignal: give controller.signal")),
  sendBefore: z.optional(ofKind<Date>(isDate, "must be a Date: give new Date(milliseconds)")),
  timeoutMs: z.optional(byRule(is.deadline)),
  maxRetries: z.optional(byRule(maxRetriesRule)),
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
