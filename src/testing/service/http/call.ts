/** A call in progress, and how it ends. */
import type { Soon } from "../routes/soon.js";
import type { RejectionKey } from "../rules/status-catalogue.js";
import { type Delivery, respondWith, type Sendable } from "./delivery.js";
import { halfOf } from "./paced-body.js";
import type { ReceivedInstead } from "./recorded-request.js";
import type { WrittenResponse } from "./service-response.js";

export interface Call {
  /** Lets the service process the call. */
  process(): Soon<WrittenResponse>;
  /** The response by which the service would reject the call. */
  rejectedWith(statusKey: RejectionKey): WrittenResponse;
  /**
   * Keeps the request with the service's response; there is none if the call was not processed.
   *
   * @param received - What the caller received instead; left out if it received the response.
   */
  record(response: WrittenResponse | undefined, received?: ReceivedInstead): void;
  /** Delays the request for this time, or until `deliverLate`, and until its caller has given up. */
  hold(name: string, ms: number | undefined, arrive: () => Soon<void>): void;
  /** The caller's signal. */
  readonly signal: AbortSignal;
}

/** The connection breaks, or nothing more arrives. */
export type End = "broken" | "silent";

/** No response begins. */
export function lose({ record }: Call, end: End, response?: WrittenResponse): Delivery {
  record(response, { end });
  return { kind: end === "broken" ? "dropped" : "stalled" };
}

/** Half of the response arrives. */
export function halve({ record }: Call, end: End, response: WrittenResponse): Delivery {
  record(response, { end, httpStatus: response.httpStatus, body: halfOf(response.body) });
  return respondWith(response, { kind: end === "broken" ? "truncate" : "stallBody" });
}

/** The response arrives, unless the caller has given up. */
export function respond({ record, signal }: Call, response: WrittenResponse): Delivery {
  record(response, signal.aborted ? { end: "silent" } : undefined);
  return respondWith(response);
}

/** Another response arrives. */
export function replace({ record }: Call, other: Sendable, response?: WrittenResponse): Delivery {
  record(response, instead(other));
  return respondWith(other);
}

export function instead({ httpStatus, body }: Sendable): ReceivedInstead {
  return { end: "responded", httpStatus, body };
}
