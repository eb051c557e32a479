import type { CallFacts, CallIdentifiers, OperationName } from "../errors/payment-error.js";
import { isPaymentError } from "../errors/settle.js";
import { notify, type PaymentEventListener } from "../events.js";
import { type ReceivedResponse, responseOf } from "../wire/received.js";

/** Tells a client's listener how a call goes. */
export class CallObserver {
  readonly #listener: PaymentEventListener | undefined;
  readonly #operation: OperationName;
  readonly #callId = crypto.randomUUID();
  readonly #startedAt = performance.now();
  #identifiers: CallIdentifiers = {};
  #route: string | undefined;
  #attempt = 0;

  constructor(operation: OperationName, listener: PaymentEventListener | undefined) {
    this.#operation = operation;
    this.#listener = listener;
  }

  accepted(call: CallFacts, route: string): void {
    this.#identifiers = call.identifiers;
    this.#route = route;
  }

  attempting(attempt: number): void {
    this.#attempt = attempt;
    notify(this.#listener, { type: "request", ...this.#base() });
  }

  retrying(delayMs: number): void {
    notify(this.#listener, { type: "retry", ...this.#base(), code: "connection", delayMs });
  }

  succeeded(pending: boolean, { httpStatus }: ReceivedResponse): void {
    const durationMs = performance.now() - this.#startedAt;
    notify(this.#listener, {
      type: "response",
      ...this.#base(),
      outcome: "succeeded",
      pending,
      httpStatus,
      durationMs,
    });
  }

  failed(error: unknown): void {
    if (!isPaymentError(error)) return;
    const { orderNumber, orderId, transactionId, code, outcome } = error;
    notify(this.#listener, {
      type: "failure",
      ...this.#base(),
      ...(orderNumber === undefined ? {} : { orderNumber }),
      ...(orderId === undefined ? {} : { orderId }),
      ...(transactionId === undefined ? {} : { transactionId }),
      code,
      outcome,
      statusKey: error.code === "service_error" ? error.statusKey : undefined,
      httpStatus: responseOf(error)?.httpStatus,
      durationMs: performance.now() - this.#startedAt,
    });
  }

  #base() {
    return {
      callId: this.#callId,
      operation: this.#operation,
      route: this.#route,
      attempt: this.#attempt,
      ...this.#identifiers,
    };
  }
}
