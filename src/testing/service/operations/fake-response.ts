/** What a handler gives when the status is not SUCCESS. */
import {
  type FakeFieldError,
  type FakeStatus,
  type RejectionKey,
  statusKeys,
  statusOf,
} from "../rules/status-catalogue.js";

/** An answer with a status of its own; made by {@link refusal} and {@link pending}. */
export class FakeResponse<Answer> {
  readonly status: FakeStatus;
  /** Undefined for a refusal. */
  readonly answer: Answer | undefined;

  /** @internal */
  constructor(status: FakeStatus, answer?: Answer) {
    this.status = status;
    this.answer = answer;
  }
}

/** What a refusal says beside its key. */
export interface RejectionDetails {
  /** @defaultValue that of the key */
  readonly errorNumber?: number;
  /** @defaultValue that of the key */
  readonly statusMessage?: string;
  /** What is wrong with fields of the request. */
  readonly errors?: readonly FakeFieldError[];
}

/**
 * The service refuses the call, by a status of its catalogue.
 *
 * @example
 * service.on(annulPayment, ({ order }) => (order ? {} : refusal("ORDER_NOT_FOUND")));
 */
export function refusal(statusKey: RejectionKey, details?: RejectionDetails): FakeResponse<never>;
/** By any other status, whose number is needed. */
export function refusal(
  statusKey: string,
  details: RejectionDetails & { readonly errorNumber: number },
): FakeResponse<never>;
export function refusal(statusKey: string, details?: RejectionDetails): FakeResponse<never> {
  const isKnown = Object.hasOwn(statusKeys, statusKey);
  const unknown = { ...statusOf("INTERNAL_ERROR"), statusKey, statusMessage: statusKey };
  return new FakeResponse({ ...(isKnown ? statusOf(statusKey as RejectionKey) : unknown), ...details });
}

/** The service has accepted the call, and is still at it. */
export function pending<Answer extends object>(answer: Answer): FakeResponse<Answer> {
  return new FakeResponse(statusOf("PENDING"), answer);
}
