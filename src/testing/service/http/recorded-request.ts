import type { FakeOperationName } from "../routes/fake-route.js";

/** A request as it reached the fake, with its result. */
export interface RecordedRequest {
  /** Counted from 1; the first ones may no longer be kept. */
  readonly number: number;
  /** When the fake received it, before any delay by a fault; as ISO 8601 text, by the service's clock. */
  readonly receivedAt: string;
  /** When the service processed it; absent if it did not. */
  readonly processedAt?: string;
  /** When its response was delivered, or when it ended without one. */
  readonly endedAt: string;
  readonly method: string;
  /** With its query, if it has one. */
  readonly path: string;
  /** The service's path that it matched, for example `/orders/create`; absent for an unknown path. */
  readonly route?: string;
  /** The operation of that path; absent for an unknown path. */
  readonly operation?: FakeOperationName;
  /** With lower-case names; `authorization` is redacted. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The name of the fault that struck, if one did. */
  readonly fault?: string;
  /** The service's response, even if it did not arrive; absent if the service did not process the call. */
  readonly response?: { readonly httpStatus: number; readonly statusKey: string; readonly body: string };
  /** False if a fault kept the service's response from the caller. */
  readonly delivered: boolean;
  /** What its caller received instead of the service's response; absent if that was delivered. */
  readonly received?: ReceivedInstead;
}

/** What a caller received because of a fault. */
export interface ReceivedInstead {
  /** Another response, a connection that broke, or nothing more until it gave up. */
  readonly end: "responded" | "broken" | "silent";
  /** Absent if no response began. */
  readonly httpStatus?: number;
  /** The part of the body that arrived. */
  readonly body?: string;
}
