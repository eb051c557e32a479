import type { BodyReading } from "./body.js";
import type { Deadline } from "./deadline.js";

/** The request that is about to be sent, for schemes that sign it. */
export interface AuthRequest {
  readonly method: "POST" | "GET";
  readonly url: string;
  /** JSON text; `{}` if a POST has nothing to say, empty for a GET. */
  readonly body: string;
  /** Aborted if the call's deadline passes or the caller aborts. */
  readonly signal: AbortSignal;
}

/**
 * Returns the headers that authenticate a request, as a plain object. Called for each attempt, within the call's
 * deadline. An attempt in which it throws sends nothing. Headers that cannot be sent end the call.
 */
export type Auth = (
  request: AuthRequest,
) => Readonly<Record<string, string>> | PromiseLike<Readonly<Record<string, string>>>;

export interface Outgoing extends Omit<AuthRequest, "signal"> {
  /** Names in lower case, without `content-length`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly maxResponseBytes: number;
  readonly deadline: Deadline;
  /** Called before the first byte may leave. A call that ends before that has proof that nothing was sent. */
  readonly onSending: () => void;
}

export interface Incoming {
  readonly httpStatus: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: BodyReading;
}

export interface Exchange {
  /** Sends one request, once, and follows no redirect. Rejects if no response began. */
  readonly send: (outgoing: Outgoing) => Promise<Incoming>;
  /** Waits until a request may have a connection. Resolves to a function that returns the slot. */
  readonly enter: (deadline: Deadline) => Promise<() => void>;
  readonly close: () => void;
  readonly isClosed: boolean;
}
