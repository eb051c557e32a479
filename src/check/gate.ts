import type { Auth, AuthRequest } from "../index.js";

/** A request that the check has sent, without the query of the base URL. */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  /** The response in short; undefined until it has come. */
  readonly response?: string;
}

/** A finalization that a row sends. */
export interface PlannedCapture {
  readonly transactionId: string;
  readonly amount: string;
}

/** Thrown in place of a request that must not be sent, and after a response that ends the check. */
export class CheckStopped extends Error {}

const FINALIZE = /\/transactions\/([^/]+)\/finalize\/([^/]+)$/;

/** Every request of the check goes through it, because it wraps the merchant's `auth`, which is called for each attempt. */
export class Gate {
  readonly sent: SentRequest[] = [];
  readonly #abort = new AbortController();
  #host: string | undefined;
  #captures: PlannedCapture[] = [];
  #left = 0;

  /** Aborts when the check is stopped. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Why the check was stopped. */
  get stopped(): string | undefined {
    return this.signal.aborted ? String(this.signal.reason) : undefined;
  }

  stop(reason: string): void {
    this.#abort.abort(reason);
  }

  /** Allows requests to this host, and to no other. */
  confirm(host: string): void {
    this.#host = host;
  }

  /** Allows the requests of a stage, and these captures, each once. */
  open(requests: number, captures: readonly PlannedCapture[]): void {
    this.#left = requests;
    this.#captures = [...captures];
  }

  /** Notes the response to the last request. */
  note(response: string): void {
    Object.assign(this.sent.at(-1) as SentRequest, { response });
  }

  through(auth: Auth): Auth {
    return (request) => {
      this.#pass(request);
      return auth(request);
    };
  }

  /** @throws CheckStopped if the request must not be sent. */
  #pass({ method, url }: AuthRequest): void {
    const { host, pathname } = new URL(url);
    if (this.stopped !== undefined) throw new CheckStopped(this.stopped);
    if (host !== this.#host) throw new CheckStopped(`a request to ${host}, which was not confirmed`);
    if (this.#left === 0) throw new CheckStopped("more requests than this stage may send");
    const [, transactionId, amount] = FINALIZE.exec(decodeURIComponent(pathname)) ?? [];
    if (transactionId !== undefined) {
      const planned = this.#captures.findIndex(
        (each) => each.transactionId === transactionId && each.amount === amount,
      );
      if (planned === -1) throw new CheckStopped("a capture that no row lists");
      this.#captures.splice(planned, 1);
    }
    this.#left -= 1;
    this.sent.push({ method, path: pathname });
  }
}
