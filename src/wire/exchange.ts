import type { AuthRequest } from "./authenticate.js";
import type { BodyReading } from "./body.js";
import type { Deadline } from "./deadline.js";

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
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: BodyReading;
}

/** A transport: `node:http` or `fetch`. */
export interface Exchange {
  /**
   * Sends one request, once, and follows no redirect. Rejects if no response came. If one began, its body says how it
   * ended.
   */
  readonly send: (outgoing: Outgoing) => Promise<Incoming>;
  /** Waits until a request may have a connection. Resolves to a function that returns the slot. */
  readonly enter: (deadline: Deadline) => Promise<() => void>;
  /** Ends idle connections, and keeps no more. */
  readonly close: () => void;
  readonly isClosed: boolean;
}
