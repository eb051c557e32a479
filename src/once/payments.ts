import type { Payments } from "../index.js";

/**
 * What `Once` needs of a client. A wrapper must pass `sendBefore`, `signal` and `timeoutMs` of each call on unchanged:
 * without them, a request can be sent after another worker has taken over, and a key can be captured twice.
 */
export type OncePayments = Pick<
  Payments,
  "finalize" | "resolveFinalization" | "preview" | "timeoutMs" | "sendAgain" | "meaningOf" | "lookUp"
>;
