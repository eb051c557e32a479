/** How several keys failed, none passing between them. */
export type OnceStopReason = "merchant" | "not_sent" | "unknown" | "status_keys";

interface Stop {
  readonly what: string;
  readonly fix: string;
}

/** Why the circuit breaker opened and what to do about it, for the error's message and for its page. */
export const stopReasons: Readonly<Record<OnceStopReason, Stop>> = {
  merchant: {
    what: "the last calls failed, probably because of the credentials, the account, a certificate, the base URL or the rate of calls",
    fix: "Look at `cause`, and fix it",
  },
  not_sent: {
    what: "the last calls did not reach the service",
    fix: "Look at `cause`: fix the network or the base URL",
  },
  unknown: {
    what: "no response said what became of the last calls",
    fix: "Wait until the service works again",
  },
  status_keys: {
    what: "the service responded with status keys that this client does not know",
    fix: "Ask the service what they mean, and set the client option `statusKeys`",
  },
};
