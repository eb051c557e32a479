import type { ServiceFieldError } from "../errors/payment-service-error.js";

/** The status object of a successful response. */
export interface ServiceStatus {
  readonly isSuccess: true;
  readonly errorNumber: 0;
  /** `SUCCESS` or `PENDING`, also where the client option `statusKeys` declares the service's own key as one of them. */
  readonly statusKey: "SUCCESS" | "PENDING";
  readonly statusMessage: string | undefined;
  /** Entries that the service added to a success, at most 100; absent if there are none. */
  readonly errors?: readonly ServiceFieldError[];
}

/** Fields of every result. */
export interface ResultBase {
  /** True if the service accepted but has not completed it (mobile payments). By its figures, no money has moved yet. */
  readonly pending: boolean;
  readonly status: ServiceStatus;
}

/**
 * The result of a custom operation: the response, as its schema returns it, and the service's status. If it has Decimals,
 * pass it on as JSON: they cannot be cloned.
 */
export type CallResult<Response extends object> = Omit<Response, keyof ResultBase> & ResultBase;
