import { type CallFacts, type FinalizationProof, identifiersOf } from "../errors/facts.js";
import type { PaymentError } from "../errors/kinds.js";
import type { PaymentEvent, PaymentEventBase, PaymentEventListener } from "../events.js";
import type { ResultBase } from "../evidence/envelope.js";
import { attach, type ReceivedResponse, responseOf } from "../wire/attached.js";

/** Reports the events of a call to the client's listener. */
export class CallObserver {
  readonly #listener: PaymentEventListener | undefined;
  readonly #startedAt = performance.now();
  #call: PaymentEventBase;
  /** Whether the first byte of a request may have left. */
  mayBeSent = false;

  constructor(operation: PaymentEvent["operation"], listener: PaymentEventListener | undefined) {
    this.#listener = listener;
    const callId = listener === undefined ? "" : crypto.randomUUID();
    this.#call = { callId, operation, method: undefined, route: undefined, attempt: 0 };
  }

  accepted({ identifiers }: CallFacts, request?: Pick<PaymentEventBase, "method" | "route">): void {
    this.#call = { ...this.#call, method: request?.method, route: request?.route, ...identifiers };
  }

  attempting(attempt: number): void {
    this.#call = { ...this.#call, attempt };
    this.#tell(() => ({ type: "request", ...this.#call }));
  }

  retrying({ code }: PaymentError, delayMs: number): void {
    this.#tell(() => ({ type: "retry", ...this.#call, code, delayMs }));
  }

  succeeded(result: ResultBase): void {
    this.#tell(() => {
      const response = responseOf(result) as ReceivedResponse; // `interpret` has attached it
      const end = { outcome: "succeeded", pending: result.pending, httpStatus: response.httpStatus } as const;
      return attach({ type: "response", ...this.#call, ...end, durationMs: this.#durationMs() }, { response });
    });
  }

  resolved({ state }: Pick<FinalizationProof, "state">, error?: PaymentError, response?: ReceivedResponse): void {
    const end = { state, code: error?.code, httpStatus: response?.httpStatus } as const;
    this.#tell(() => {
      return attach({ type: "resolve", ...this.#call, ...end, durationMs: this.#durationMs() }, { response });
    });
  }

  get call(): PaymentEventBase {
    return this.#call;
  }

  failed(error: PaymentError): void {
    this.#tell(() => {
      const { code, outcome, scope, statusKey } = error;
      const response = responseOf(error);
      const call = { ...this.#call, ...identifiersOf(error) };
      const end = { code, outcome, scope, statusKey, httpStatus: response?.httpStatus } as const;
      return attach({ type: "failure", ...call, ...end, durationMs: this.#durationMs() }, { response });
    });
  }

  #durationMs(): number {
    return performance.now() - this.#startedAt;
  }

  /** Neither a listener that fails nor an event that cannot be made stops a call. */
  #tell(eventOf: () => PaymentEvent): void {
    if (this.#listener === undefined) return;
    try {
      // A listener may be async. An unhandled rejection, even of a promise from another realm, would end the process.
      const result: unknown = this.#listener(Object.freeze(eventOf()));
      if (result !== undefined) Promise.resolve(result).catch(() => undefined);
    } catch {
      // Whoever listens learns nothing of it.
    }
  }
}
