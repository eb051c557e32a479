/** What a handler gives when the status is not SUCCESS. */
import {
  type FakeFieldError,
  type FakeStatus,
  type RejectionKey,
  statusKeys,
  statusOf,
} from "../rules/status-catalogue.js";

/** A response with a status of its own; made by {@link rejection} and {@link pending}. */
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

/** What a rejection says beside its key. */
export interface RejectionDetails {
  /** @defaultValue that of the key */
  readonly errorNumber?: number;
  /** @defaultValue that of the key */
  readonly statusMessage?: string;
  /** What is wrong with fields of the request. */
  readonly errors?: readonly FakeFieldError[];
}

/**
 * The service rejects the call, by a status of its catalogue.
 *
 * @example
 * service.on(annulPayment, ({ order }) => (order ? {} : rejection("ORDER_NOT_FOUND")));
 */
export function rejection(statusKey: RejectionKey, details?: RejectionDetails): FakeResponse<never>;
/** By any other status, whose number is needed. */
export function rejection(
  statusKey: string,
  details: RejectionDetails & { readonly errorNumber: number },
): FakeResponse<never>;
export function rejection(statusKey: string, details?: RejectionDetails): FakeResponse<never> {
  const isKnown = Object.hasOwn(statusKeys, statusKey);
  const unknown = { ...statusOf("INTERNAL_ERROR"), statusKey, statusMessage: statusKey };
  return new FakeResponse({ ...(isKnown ? statusOf(statusKey as RejectionKey) : unknown), ...details });
}

/** The service has accepted the call, and is still at it. */
export function pending<Body extends object>(body: Body): FakeResponse<Body> {
  return new FakeResponse(statusOf("PENDING"), body);
}
