/** Names follow OpenTelemetry's conventions, but `url.full` is left out: its path holds ids and the amount. */
import type { Attributes } from "@opentelemetry/api";
import type { FailureEvent, PaymentEvent, ResolveEvent, ResponseEvent, RetryEvent } from "../events.js";

export type EndEvent = ResponseEvent | ResolveEvent | FailureEvent;

export function isEnd(event: PaymentEvent): event is EndEvent {
  return event.type === "response" || event.type === "resolve" || event.type === "failure";
}

export interface Server {
  /** The path before every route, without a slash at its end. */
  readonly basePath: string;
  readonly attributes: Attributes;
}

/** @throws TypeError if it is not a URL. */
export function serverAt(baseUrl: string | undefined): Server {
  if (baseUrl === undefined) return { basePath: "", attributes: {} };
  const url = URL.parse(baseUrl); // the error of `new URL` quotes the given text, even a password in it
  if (url === null) throw new TypeError("paymentTelemetry: baseUrl must be the client's own, an absolute URL");
  const { protocol, hostname, port, pathname } = url;
  const defaultPort = protocol === "https:" ? 443 : 80;
  return {
    basePath: pathname.replace(/\/+$/, ""),
    attributes: {
      "server.address": hostname.replace(/^\[|\]$/g, ""),
      "server.port": port === "" ? defaultPort : Number(port),
    },
  };
}

/** Returns what is known when a span begins, which is when a sampler decides on it. */
export function startAttributes(event: PaymentEvent, { basePath, attributes }: Server): Attributes {
  const call = { "payment.operation": event.operation, "payment.call_id": event.callId };
  if (event.attempt === 0) return call; // no attempt had begun
  return { ...call, "http.request.method": event.method, "url.template": `${basePath}/${event.route}`, ...attributes };
}

export function identifierAttributes({ orderNumber, orderId, transactionId }: PaymentEvent): Attributes {
  return given({
    "payment.order_number": orderNumber,
    "payment.order_id": orderId,
    "payment.transaction_id": transactionId,
  });
}

export function outcomeAttributes(event: EndEvent): Attributes {
  switch (event.type) {
    case "response":
      return { "payment.outcome": event.outcome, "payment.pending": event.pending };
    case "resolve":
      return given({ "payment.resolution": event.state, "error.type": event.code });
    case "failure":
      return {
        "payment.outcome": event.outcome,
        "error.type": event.code,
        "payment.error.scope": event.scope,
      };
  }
}

/** Says how a call ended, for its span. A metric must not grow with every status key that the service may add. */
export function endAttributes(event: EndEvent): Attributes {
  return {
    ...outcomeAttributes(event),
    ...given({
      "http.response.status_code": event.httpStatus,
      "http.request.resend_count": event.attempt > 1 ? event.attempt - 1 : undefined,
      "payment.status_key": event.type === "failure" ? event.statusKey : undefined,
    }),
  };
}

export const retryAttributes = ({ code, attempt, delayMs }: RetryEvent): Attributes => ({
  "error.type": code,
  "payment.attempt": attempt,
  "payment.retry.delay_ms": delayMs,
});

function given(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
}
