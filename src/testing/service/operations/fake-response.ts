/** What a handler gives when the status is not SUCCESS. */
import {
  type FakeFieldError,
  type FakeStatus,
  type RefusalKey,
  statusKeys,
  statusOf,
} from "../rules/status-catalogue.js";

/** An answer with a status of its own; made by {@link refusal} and {@link pending}. */
export class FakeReply<Answer> {
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
export interface RefusalDetails {
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
export function refusal(statusKey: RefusalKey, details?: RefusalDetails): FakeReply<never>;
/** By any other status, whose number is needed. */
export function refusal(
  statusKey: string,
  details: RefusalDetails & { readonly errorNumber: number },
): FakeReply<never>;
export function refusal(statusKey: string, details?: RefusalDetails): FakeReply<never> {
  const isKnown = Object.hasOwn(statusKeys, statusKey);
  const unknown = { ...statusOf("INTERNAL_ERROR"), statusKey, statusMessage: statusKey };
  return new FakeReply({ ...(isKnown ? statusOf(statusKey as RefusalKey) : unknown), ...details });
}

/** The service has accepted the call, and is still at it. */
export function pending<Answer extends object>(answer: Answer): FakeReply<Answer> {
  return new FakeReply(statusOf("PENDING"), answer);
}
