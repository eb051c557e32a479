/** A handler's response with another status than SUCCESS. */
import {
  type FakeFieldError,
  type FakeStatus,
  type RejectionKey,
  statusKeys,
  statusOf,
} from "../rules/status-catalogue.js";

/** A response with its own status; made by {@link rejection} and {@link pending}. */
export class FakeResponse<Body> {
  readonly status: FakeStatus;
  /** Undefined for a rejection. */
  readonly body: Body | undefined;

  /** @internal */
  constructor(status: FakeStatus, body?: Body) {
    this.status = status;
    this.body = body;
  }
}

/** Details of a rejection. */
export interface RejectionDetails {
  /** @defaultValue that of the key */
  readonly errorNumber?: number;
  /** @defaultValue that of the key */
  readonly statusMessage?: string;
  /** Faults in fields of the request. */
  readonly errors?: readonly FakeFieldError[];
}

/**
 * Rejects the call with a status of the service's catalogue.
 *
 * @example
 * service.on(annulPayment, () => rejection("ORDER_NOT_FOUND"));
 */
export function rejection(statusKey: RejectionKey, details?: RejectionDetails): FakeResponse<never>;
/** Rejects the call with any other status, whose number is required. */
export function rejection(
  statusKey: string,
  details: RejectionDetails & { readonly errorNumber: number },
): FakeResponse<never>;
export function rejection(statusKey: string, details?: RejectionDetails): FakeResponse<never> {
  const isKnown = Object.hasOwn(statusKeys, statusKey);
  const unknown = { ...statusOf("INTERNAL_ERROR"), statusKey, statusMessage: statusKey };
  return new FakeResponse({ ...(isKnown ? statusOf(statusKey as RejectionKey) : unknown), ...details });
}

/** Accepts the call without completing it: no money has moved yet. */
export function pending<Body extends object>(body: Body): FakeResponse<Body> {
  return new FakeResponse(statusOf("PENDING"), body);
}
