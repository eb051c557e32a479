import type { FakeOperation } from "../operations/service-operations.js";

/** A request as it reached the fake, and what became of it. */
export interface RecordedRequest {
  /** Counted from 1; the first ones may no longer be kept. */
  readonly number: number;
  /** When it was sent, by the service's clock, as ISO 8601 text. */
  readonly receivedAt: string;
  /** When the service processed it; left out when it did not. */
  readonly processedAt?: string;
  /** When its response was delivered, or nothing more was to come of it. */
  readonly endedAt: string;
  readonly method: string;
  /** With its query, if it has one. */
  readonly path: string;
  /** The service's path that it matched, for instance `/orders/create`; left out for an unknown one. */
  readonly route?: string;
  /** The operation of that path; left out for an unknown one. */
  readonly operation?: FakeOperation;
  /** With lower-case names; `authorization` is redacted. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The name of the fault that struck, if one did. */
  readonly fault?: string;
  /** What the service answered, whether that arrived or not; left out when it did not process the call. */
  readonly response?: { readonly httpStatus: number; readonly statusKey: string; readonly body: string };
  /** False when a fault kept the service's response from the caller. */
  readonly delivered: boolean;
  /** What its caller got in place of the service's response; left out when that was delivered. */
  readonly received?: ReceivedInstead;
}

/** What a caller got when something went wrong. */
export interface ReceivedInstead {
  /** Another response, a connection that broke, or nothing more until it gave up. */
  readonly end: "responded" | "broken" | "silent";
  /** Left out when no response began. */
  readonly httpStatus?: number;
  /** What came of a body. */
  readonly body?: string;
}

export function redacted(headers: Headers): RecordedRequest["headers"] {
  const plain = Object.fromEntries(headers);
  return "authorization" in plain ? { ...plain, authorization: "[redacted]" } : plain;
}
