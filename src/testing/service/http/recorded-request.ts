import type { FakeOperation } from "../rules/operation.js";

/** A request as it reached the fake, and what became of it. */
export interface RecordedRequest {
  /** Counted from 1; the first ones may no longer be kept. */
  readonly number: number;
  readonly method: string;
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
  readonly answer?: { readonly httpStatus: number; readonly statusKey: string; readonly body: string };
  /** False when a fault kept the service's answer from the caller. */
  readonly delivered: boolean;
}

export function redacted(headers: Headers): RecordedRequest["headers"] {
  const plain = Object.fromEntries(headers);
  return "authorization" in plain ? { ...plain, authorization: "[redacted]" } : plain;
}
