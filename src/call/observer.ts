import { type CallFacts, type FinalizationProof, identifiersOf } from "../errors/facts.js";
import type { PaymentError } from "../errors/kinds.js";
import type { PaymentEvent, PaymentEventBase, PaymentEventListener } from "../events.js";
import type { ResultBase } from "../evidence/envelope.js";
import { attach, type ReceivedResponse, responseOf } from "../wire/attached.js";

type EndOf<Event> = Event extends { durationMs: number } ? Omit<Event, keyof PaymentEventBase | "durationMs"> : never;

export class CallObserver {
  readonly #listener: PaymentEventListener | undefined;
  readonly #startedAt = performance.now();
  call: PaymentEventBase;
  /** Whether the first byte of a request may have left. */
  mayBeSent = false;

  constructor(operation: PaymentEvent["operation"], listener: PaymentEventListener | undefined) {
    this.#listener = listener;
    const callId = listener === undefined ? "" : crypto.randomUUID();
    this.call = { callId, operation, method: undefined, route: undefined, attempt: 0 };
  }

  accepted({ identifiers }: CallFacts, request?: Pick<PaymentEventBase, "method" | "route">): void {
    this.call = { ...this.call, method: request?.method, route: request?.route, ...identifiers };
  }

  attempting(attempt: number): void {
    this.call = { ...this.call, attempt };
    this.#tell({ type: "request", ...this.call });
  }

  retrying({ code }: PaymentError, delayMs: number): void {
    this.#tell({ type: "retry", ...this.call, code, delayMs });
  }

  succeeded(result: ResultBase): void {
    const { pending } = result;
    const response = responseOf(result) as ReceivedResponse; // `interpret` has attached it
    this.#end({ type: "response", outcome: "succeeded", pending, httpStatus: response.httpStatus }, response);
  }

  resolved({ state }: Pick<FinalizationProof, "state">, error?: PaymentError, response?: ReceivedResponse): void {
    this.#end({ type: "resolve", state, code: error?.code, httpStatus: response?.httpStatus }, response);
  }

  failed(error: PaymentError): void {
    const { code, outcome, scope, statusKey } = error;
    const response = responseOf(error);
    this.call = { ...this.call, ...identifiersOf(error) };
    this.#end({ type: "failure", code, outcome, scope, statusKey, httpStatus: response?.httpStatus }, response);
  }

  #end(end: EndOf<PaymentEvent>, response: ReceivedResponse | undefined): void {
    const durationMs = performance.now() - this.#startedAt;
    this.#tell(attach({ ...this.call, ...end, durationMs } as PaymentEvent, { response }));
  }

  /** A listener that fails stops no call. It may be async: an unhandled rejection would end the process. */
  #tell(event: PaymentEvent): void {
    if (this.#listener === undefined) return;
    try {
      const result: unknown = this.#listener(Object.freeze(event));
      if (result !== undefined) Promise.resolve(result).catch(() => undefined);
    } catch {
      // Whoever listens learns nothing of it.
    }
  }
}
