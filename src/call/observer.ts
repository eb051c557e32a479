import type { CallFacts } from "../errors/call-facts.js";
import type { FinalizationProof } from "../errors/finalization-state.js";
import type { AnyPaymentError } from "../errors/to-result.js";
import type { PaymentEvent, PaymentEventBase, PaymentEventListener } from "../events.js";
import { attach, type ReceivedResponse, responseOf } from "../wire/attached.js";
import type { ResultBase, WireRequest } from "./operation.js";
import { identifiersOf } from "./validate.js";

/** Reports the events of a call to the client's listener. */
export class CallObserver {
  readonly #listener: PaymentEventListener | undefined;
  readonly #startedAt = performance.now();
  #call: PaymentEventBase;

  constructor(operation: PaymentEvent["operation"], listener: PaymentEventListener | undefined) {
    this.#listener = listener;
    const callId = listener === undefined ? "" : crypto.randomUUID();
    this.#call = { callId, operation, method: undefined, route: undefined, attempt: 0 };
  }

  accepted({ identifiers }: CallFacts, { method, route }: WireRequest): void {
    this.#call = { ...this.#call, method, route, ...identifiers };
  }

  attempting(attempt: number): void {
    this.#call = { ...this.#call, attempt };
    this.#tell({ type: "request", ...this.#call });
  }

  retrying({ code }: AnyPaymentError, delayMs: number): void {
    this.#tell({ type: "retry", ...this.#call, code, delayMs });
  }

  succeeded(result: ResultBase): void {
    const response = responseOf(result) as ReceivedResponse; // `interpret` has attached it
    const { httpStatus } = response;
    const end = { outcome: "succeeded", pending: result.pending, httpStatus, durationMs: this.#durationMs() } as const;
    this.#tell({ type: "response", ...this.#call, ...end }, response);
  }

  resolved({ state }: FinalizationProof, error?: AnyPaymentError, response?: ReceivedResponse): void {
    const { httpStatus } = response ?? {};
    const end = { state, code: error?.code, httpStatus, durationMs: this.#durationMs() } as const;
    this.#tell({ type: "resolve", ...this.#call, ...end }, response);
  }

  /** The facts of the call, and the number of attempts that were begun. */
  get call(): PaymentEventBase {
    return this.#call;
  }

  failed(error: AnyPaymentError): void {
    const { code, outcome, scope } = error;
    const { statusKey, mayBeDone } =
      error.code === "service_error" ? error : { statusKey: undefined, mayBeDone: outcome === "unknown" };
    const response = responseOf(error);
    const httpStatus = response?.httpStatus;
    const end = { code, outcome, mayBeDone, scope, statusKey, httpStatus, durationMs: this.#durationMs() } as const;
    this.#tell({ type: "failure", ...this.#call, ...identifiersOf(error, []), ...end }, response);
  }

  #durationMs(): number {
    return performance.now() - this.#startedAt;
  }

  #tell(event: PaymentEvent, response?: ReceivedResponse): void {
    if (this.#listener === undefined) return;
    try {
      attach(event, { response });
      // A listener may be async. An unhandled rejection, even of a promise from another realm, would end the process.
      const result: unknown = this.#listener(Object.freeze(event));
      if (result !== undefined) Promise.resolve(result).catch(() => undefined);
    } catch {
      // A failing listener does not stop a call.
    }
  }
}
