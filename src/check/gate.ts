import type { Auth, PaymentEvent } from "../index.js";

/** A request of the check, without the query of the base URL. */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  /** Of the authorization that it finalizes. */
  readonly transactionId: string | undefined;
  /** The response in short, or one of the texts below. */
  readonly end: string;
}

export const NO_RESPONSE = "no response";

/** The request was proven not sent. */
export const NOT_SENT = "not sent";

/** A finalization that a row sends. */
export interface PlannedCapture {
  readonly transactionId: string;
  readonly amount: string;
}

/**
 * Thrown in place of a request that must not be sent, and after a response that ends the check. `next` tells the reader
 * what to do.
 */
export class CheckStopped extends Error {
  readonly next: string;

  constructor(why: string, next = "Fix this, and run the check again.") {
    super(why);
    this.next = next;
  }
}

const TOO_MANY = new CheckStopped(
  "more requests than this stage may send",
  "List fewer authorizations at a time, and run the check again.",
);

const FINALIZE = /\/transactions\/([^/]+)\/finalize\/([^/]+)$/;

/** Every request of the check goes through it, because it wraps the merchant's `auth`, which is called for each attempt. */
export class Gate {
  readonly sent: SentRequest[] = [];
  readonly #abort = new AbortController();
  #host: string | undefined;
  #captures: PlannedCapture[] = [];
  #left = 0;

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  get stopped(): CheckStopped | undefined {
    return this.signal.aborted ? (this.signal.reason as CheckStopped) : undefined;
  }

  stop(why: CheckStopped): void {
    this.#abort.abort(why);
  }

  confirm(host: string): void {
    this.#host = host;
  }

  /** Allows the requests of a stage, and these captures, each once. */
  open(requests: number, captures: readonly PlannedCapture[]): void {
    this.#left = requests;
    this.#captures = [...captures];
  }

  note(end: string): void {
    Object.assign(this.sent.at(-1) as SentRequest, { end });
  }

  /** Hears what became of each call, also of those that `lookUp` makes. */
  heard(event: PaymentEvent): void {
    if (event.type !== "response" && event.type !== "failure") return;
    if (this.sent.at(-1)?.end !== NO_RESPONSE) return; // the call ended before it became a request
    if (event.outcome === "not_sent") this.note(NOT_SENT);
    else if (event.httpStatus !== undefined) this.note(`HTTP ${event.httpStatus}`);
  }

  through(auth: Auth): Auth {
    return (request) => {
      this.#pass(request);
      return auth(request);
    };
  }

  #pass({ method, url }: Parameters<Auth>[0]): void {
    const { host, pathname } = new URL(url);
    if (this.stopped !== undefined) throw this.stopped;
    if (host !== this.#host) throw new CheckStopped(`a request to ${host}, which was not confirmed`);
    if (this.#left === 0) throw TOO_MANY;
    const [, transactionId, amount] = FINALIZE.exec(decodeURIComponent(pathname)) ?? [];
    if (transactionId !== undefined) {
      const planned = this.#captures.findIndex(
        (each) => each.transactionId === transactionId && each.amount === amount,
      );
      if (planned === -1) throw new CheckStopped("a capture that no row lists");
      this.#captures.splice(planned, 1);
    }
    this.#left -= 1;
    this.sent.push({ method, path: pathname, transactionId, end: NO_RESPONSE });
  }
}
