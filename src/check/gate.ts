/** What may be sent, and what ends the check. */
import { type Auth, causeOf, PaymentError, type PaymentEvent, type StatusMeaning } from "../index.js";

/** Thrown in place of a request that must not be sent, and after a response that ends the check. */
export class CheckStopped extends Error {
  /** What the reader does. */
  readonly next: string;

  constructor(why: string, next = "Fix this, and run the check again.") {
    super(why);
    this.next = next;
  }
}

export const NO_RESPONSE = "no response";
export const NOT_SENT = "not sent"; // which is proven

/** Every request of the check goes through it, because it wraps the merchant's `auth`, which is called for each attempt. */
export class Gate {
  /** Without the query of the base URL. The end is an HTTP status, or one of the texts above. */
  readonly sent: { readonly method: string; readonly path: string; end: string }[] = [];
  readonly #abort = new AbortController();
  readonly signal: AbortSignal = this.#abort.signal;
  #host = "";
  #left = 0;
  #captures: string[] = [];

  get stopped(): CheckStopped | undefined {
    return this.signal.reason;
  }

  stop(why: CheckStopped): void {
    this.#abort.abort(why);
  }

  /** Allows the requests of a stage to a host that was confirmed, and these captures (id and amount), each once. */
  open(host: string, requests: number, captures: readonly string[]): void {
    this.#host = host;
    this.#left = requests;
    this.#captures = [...captures];
  }

  /** Hears what became of each call. One that ended before it became a request says nothing of the last request. */
  heard(event: PaymentEvent): void {
    const last = this.sent.at(-1);
    if (last?.end !== NO_RESPONSE || (event.type !== "response" && event.type !== "failure")) return;
    if (event.outcome === "not_sent") last.end = NOT_SENT;
    else if (event.httpStatus !== undefined) last.end = `HTTP ${event.httpStatus}`;
  }

  through(auth: Auth): Auth {
    return (request) => {
      const { host, pathname: path } = new URL(request.url);
      if (this.stopped !== undefined) throw this.stopped;
      if (host !== this.#host) throw new CheckStopped(`a request to ${host}, which was not confirmed`);
      if (this.#left === 0)
        throw new CheckStopped(
          "more requests than this stage may send",
          "List fewer authorizations at a time, and run the check again.",
        );
      const [, id, amount] = /\/transactions\/([^/]+)\/finalize\/([^/]+)$/.exec(decodeURIComponent(path)) ?? [];
      const planned = this.#captures.indexOf(`${id} ${amount}`);
      if (id !== undefined && planned === -1) throw new CheckStopped("a capture that no row lists");
      if (id !== undefined) this.#captures.splice(planned, 1);
      this.#left -= 1;
      this.sent.push({ method: request.method, path, end: NO_RESPONSE });
      return auth(request);
    };
  }
}

/** A row can judge these HTTP statuses, and rejections with a new status key; undefined if it expects a success. */
export type Expected = readonly number[] | undefined;

/** What to do if the service rejects the check, and not what is in a request. */
const nextAfter: Readonly<Record<number, string>> = {
  401: "Check the credentials, and run the check again.",
  403: "Ask whether a firewall rejects this request, or an allow-list this computer. Then run the check again.",
  429: "Wait, because the service limits the rate of requests, and run the check again.",
};

type Failure = { readonly httpStatus?: number | undefined; readonly statusKey?: string | undefined };

/** A key explains 401, 403 or 429 if it is about the request: the client knows it, or the row expects a new one. */
export function stopFor(failure: Failure, meaning: StatusMeaning | undefined, expected: Expected, text: string) {
  const { httpStatus = 0, statusKey } = failure;
  const next = nextAfter[httpStatus];
  if (next === undefined || expected?.includes(httpStatus)) return undefined;
  const mayBeNew = expected !== undefined && httpStatus !== 429; // with 429, it is that of a rate limit
  if (statusKey !== undefined && meaning !== "merchant" && (mayBeNew || meaning !== undefined)) return undefined;
  return new CheckStopped(`it cannot explain ${text}`, next);
}

/** What ends the check after a call that failed, also behind the error of `lookUp`. */
export function stopBehind(error: unknown): CheckStopped | undefined {
  if (error instanceof CheckStopped) return error;
  if (!(error instanceof PaymentError)) return undefined;
  const meaning = error.code === "service_error" ? error.meaning : undefined;
  return stopFor(error, meaning, [], `HTTP ${error.httpStatus}`) ?? stopBehind(causeOf(error));
}
