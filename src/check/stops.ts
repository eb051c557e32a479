/** What ends the check: a response or a failure that no row can judge. */
import { causeOf, PaymentError, type StatusMeaning } from "../index.js";
import { CheckStopped } from "./gate.js";
import type { Observation } from "./observation.js";

/** Which of the HTTP statuses 401, 403 and 429 a row can judge. Any other one ends the check. */
export interface Expected {
  /** The service may reject the request for what is in it, with a status key of its own. */
  readonly rejection?: boolean;
  readonly httpStatuses?: readonly number[];
}

export const REJECTION: Expected = { rejection: true };

/** What to do if the service rejects the check, and not what is in a request. */
const nextAfter: Readonly<Record<number, string>> = {
  401: "Check the credentials, and run the check again.",
  403: "Ask whether a firewall rejects this request, or an allow-list this computer. Then run the check again.",
  429: "Wait, because the service limits the rate of requests, and run the check again.",
};

export const WRONG_SERVICE = new CheckStopped(
  "no response had the service's status object",
  "Correct baseUrl. Its host got the credentials: change the password if the host is not your service's.",
);

/** After a response that no row can judge. */
export class Unexplained extends CheckStopped {}

interface Rejected {
  readonly httpStatus: number | undefined;
  /** Of a status object that reports a failure. */
  readonly statusKey: string | undefined;
  readonly meaning: StatusMeaning | undefined;
}

/** A key explains a rejection if it is about the request: the client knows it, or the row expects one. */
function stopFor({ httpStatus = 0, statusKey, meaning }: Rejected, expected: Expected, text: string) {
  const { [httpStatus]: next } = nextAfter;
  if (next === undefined || expected.httpStatuses?.includes(httpStatus)) return undefined;
  const isKnown = expected.rejection || meaning !== undefined;
  if (statusKey !== undefined && meaning !== "merchant" && isKnown) return undefined;
  return new Unexplained(`it cannot explain ${text}`, next);
}

export function stopAfterResponse(observed: Observation, expected: Expected): CheckStopped | undefined {
  const { httpStatus, isSuccess, statusKey, meaningOfKey: meaning, text } = observed;
  return stopFor({ httpStatus, meaning, statusKey: isSuccess === false ? statusKey : undefined }, expected, text);
}

/** Finds what must end the check behind the error of a call that `lookUp` has made. */
export function stopBehind(error: unknown): CheckStopped | undefined {
  if (error instanceof CheckStopped) return error;
  if (!(error instanceof PaymentError)) return undefined;
  const { httpStatus, statusKey } = error;
  const meaning = error.code === "service_error" ? error.meaning : undefined;
  return stopFor({ httpStatus, statusKey, meaning }, REJECTION, `HTTP ${httpStatus}`) ?? stopBehind(causeOf(error));
}

/** What ends the check after a request that got no response. */
export function stopAfterError(error: PaymentError): CheckStopped {
  const next = error.code === "timeout" ? "Find out why no response comes, or raise timeoutMs." : undefined;
  return stopBehind(error) ?? new CheckStopped(error.message, next);
}
