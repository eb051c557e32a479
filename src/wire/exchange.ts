import type { AuthRequest } from "./authenticate.js";
import type { BodyReading } from "./body.js";
import type { Deadline } from "./deadline.js";

/** A request as it goes to the network. */
export interface Outgoing extends Omit<AuthRequest, "signal"> {
  /** Names in lower case, without the length of the body. */
  readonly headers: Readonly<Record<string, string>>;
  readonly maxResponseBytes: number;
  readonly deadline: Deadline;
  /** Called before the first byte may leave. Until then, whatever ends the call is proof that nothing was sent. */
  readonly onSending: () => void;
}

/** A response as it came from the network. */
export interface Incoming {
  readonly httpStatus: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: BodyReading;
}

/** A way to the network. */
export interface Exchange {
  /**
   * Sends one request, once, and follows no redirect. Rejects when no response came; once one began, its body says how it
   * ended.
   */
  readonly send: (outgoing: Outgoing) => Promise<Incoming>;
  /** Waits until a request may have a connection. Resolves to the function that gives the place back. */
  readonly enter: (deadline: Deadline) => Promise<() => void>;
  /** Ends the connections that are kept for later, and keeps no more. */
  readonly close: () => void;
  readonly isClosed: () => boolean;
}
