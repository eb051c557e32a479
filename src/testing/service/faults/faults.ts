/** What can go wrong with a call, as data. */
import { checkKeys, meant } from "../known-names.js";
import { type RejectionKey, statusKeys, statusOf } from "../rules/status-catalogue.js";

/** Whether the service processes the call before the fault strikes. */
export interface FaultTiming {
  /**
   * If true, the service processes the call: the money moves, and the caller is not told. For `stallHeaders`, the
   * default is true.
   * @defaultValue false
   */
  readonly committed?: boolean;
}

/** A response instead of the service's own. */
export interface FaultResponse extends FaultTiming {
  /** @defaultValue 200 */
  readonly httpStatus?: number;
  /**
   * With null, no content type is sent.
   * @defaultValue "application/json; charset=utf-8"
   */
  readonly contentType?: string | null;
  readonly body: string;
}

/** A fault of a call; made by {@link fault}. */
export type Fault = {
  /** The name that `requests[].fault`, messages and the HTTP control API show, for example `late, 500 ms`. */
  readonly name: string;
} & (
  | { readonly kind: "refuse" | "drop" | "loseResponse" | "stallBody" | "truncate" | "incomplete" }
  | { readonly kind: "duplicate"; readonly response: "first" | "second" }
  /** With null, it waits for `deliverLate`. */
  | { readonly kind: "late"; readonly afterMs: number | null }
  | { readonly kind: "stallHeaders"; readonly committed: boolean }
  | { readonly kind: "delay"; readonly ms: number }
  | { readonly kind: "trickle"; readonly everyMs: number }
  | {
      readonly kind: "response";
      readonly httpStatus: number;
      readonly contentType: string | null;
      readonly body: string;
      readonly committed: boolean;
    }
);

const PAGE = "<!doctype html><p>Welcome</p>";

/** The faults that can be armed with `service.faults`. */
export const fault = {
  /** The connection is refused: nothing is sent. */
  refuse: { kind: "refuse", name: "refuse" },
  /** The connection breaks once the request has arrived. The service does not process it. */
  drop: { kind: "drop", name: "drop" },
  /** The service processes the call, then the connection breaks, so that the response is lost. */
  loseResponse: { kind: "loseResponse", name: "loseResponse" },
  /** The headers of the response and half of its body arrive, then nothing more. */
  stallBody: { kind: "stallBody", name: "stallBody" },
  /** The headers of the response and half of its body arrive, then the connection breaks. */
  truncate: { kind: "truncate", name: "truncate" },
  /** The service processes the call and responds only with the status: a success has no ids and no amounts. */
  incomplete: { kind: "incomplete", name: "incomplete" },
  /**
   * Delivers the request to the service twice, as if a proxy sent it again. The caller gets the first response, or with
   * `response: "second"` the second one.
   */
  duplicate: ({ response = "first" }: { readonly response?: "first" | "second" } = {}): Fault => ({
    kind: "duplicate",
    name: response === "first" ? "duplicate" : "duplicate, second response",
    response,
  }),
  /**
   * Delays the request: the service processes it only after its caller has given up, and no response arrives. With
   * `afterMs`, the request also waits until that many milliseconds have passed since it was sent, in real time or by
   * `service.clock.advance()`. Without `afterMs`, it waits until you call `service.deliverLate()`.
   *
   * @example
   * service.faults.next("finalize", fault.late());
   * await toResult(payments.finalize(sale, { timeoutMs: 200 })); // unknown, and nothing is captured yet
   * await payments.finalize(sale);
   * await service.deliverLate(); // the first request arrives
   *
   * @throws TypeError if `afterMs` is negative or not finite.
   */
  late(afterMs?: number): Fault {
    if (afterMs === undefined) return { kind: "late", name: "late", afterMs: null };
    if (!(afterMs >= 0 && Number.isFinite(afterMs))) throw new TypeError("late: afterMs must be 0 or more.");
    return { kind: "late", name: `late, ${afterMs} ms`, afterMs };
  },
  /** Sends no response, and keeps the connection open. The service processes the call, unless `committed` is false. */
  stallHeaders: ({ committed = true }: FaultTiming = {}): Fault => ({
    kind: "stallHeaders",
    name: committed ? "stallHeaders" : "stallHeaders, not committed",
    committed,
  }),
  /** Delays the response by `ms` milliseconds. The service processes the call at once. */
  delay: (ms: number): Fault => ({ kind: "delay", name: "delay", ms }),
  /** Sends the response in ten pieces, one every `everyMs` milliseconds. */
  trickle: (everyMs: number): Fault => ({ kind: "trickle", name: "trickle", everyMs }),
  /** Responds with HTTP 200 and an HTML page, as a proxy or a captive portal does. */
  html: (timing?: FaultTiming): Fault =>
    responseFault("html", { contentType: "text/html; charset=utf-8", body: PAGE, ...timing }),
  /** Responds with HTTP 200 and nothing else. */
  empty: (timing?: FaultTiming): Fault => responseFault("empty", { contentType: null, body: "", ...timing }),
  /** Responds with HTTP 200 and JSON that has no status. */
  wrongEnvelope: (timing?: FaultTiming): Fault =>
    responseFault("wrongEnvelope", { body: '{"result":"ok"}', ...timing }),
  /**
   * Responds with an HTTP status, 200 to 599, with or without the service's envelope.
   *
   * @throws TypeError for a status that no response can have, or for an envelope with a status that has no body.
   */
  status(
    httpStatus: number,
    { envelope = false, ...timing }: FaultTiming & { readonly envelope?: boolean } = {},
  ): Fault {
    const name = `status ${httpStatus}`;
    if (!envelope) return responseFault(name, { httpStatus, contentType: null, body: "", ...timing });
    const status = { ...statusOf("HTTP_500"), statusKey: `HTTP_${httpStatus}`, statusMessage: `HTTP ${httpStatus}` };
    const body = JSON.stringify({ status });
    return responseFault(`${name} with envelope`, { httpStatus, body, ...timing });
  },
  /**
   * Rejects the call with a status of the service's catalogue. With `committed`, the service processes the call
   * nevertheless, as can happen with an INTERNAL_ERROR.
   */
  error(statusKey: RejectionKey, timing?: FaultTiming): Fault {
    const known = Object.keys(statusKeys);
    if (!known.includes(statusKey)) throw new TypeError(`fault.error: ${meant(statusKey, known)}`);
    return responseFault(`error ${statusKey}`, { body: JSON.stringify({ status: statusOf(statusKey) }), ...timing });
  },
  /**
   * Sends the response that you give.
   *
   * @example
   * service.faults.next("finalize", fault.response({ httpStatus: 503, contentType: "text/plain", body: "Back at noon" }));
   *
   * @throws TypeError for a response that HTTP cannot carry.
   */
  response: (given: FaultResponse): Fault => responseFault(`response ${given.httpStatus ?? 200}`, given),
} as const satisfies Record<string, Fault | ((...args: never[]) => Fault)>;

/** @throws TypeError for anything that `fault` did not make, with the fault that was most likely meant. */
export function checkFault(given: unknown): void {
  if (typeof given === "object" && given !== null && "kind" in given) return;
  const [made] = Object.entries(fault).find(([, make]) => make === given) ?? [];
  if (made !== undefined) throw new TypeError(`fault.${made} makes a fault: call it, fault.${made}(…).`);
  const names = Object.entries(fault).map(([name, make]) => `fault.${name}${typeof make === "function" ? "()" : ""}`);
  const name = typeof given === "string" ? `fault.${given}` : given;
  throw new TypeError(`A fault is made by fault, imported from merchant-payments/testing: ${meant(name, names)}`);
}

const bodilessStatuses = new Set([204, 205, 304]);

/** Throws at once for a response that no adapter can send, so that the stack names the test. */
function responseFault(name: string, response: FaultResponse): Fault {
  checkKeys("fault", response, ["httpStatus", "contentType", "body", "committed"]);
  const { httpStatus = 200, contentType = "application/json; charset=utf-8", body, committed = false } = response;
  if (!(Number.isInteger(httpStatus) && httpStatus >= 200 && httpStatus <= 599)) {
    throw new TypeError(`No response can have the status ${httpStatus}: take 200 to 599.`);
  }
  if (typeof body !== "string") throw new TypeError("The body of a response must be text.");
  if (body !== "" && bodilessStatuses.has(httpStatus)) {
    throw new TypeError(`A response with the status ${httpStatus} carries no body.`);
  }
  if (contentType !== null && !/^[\t\x20-\x7e]+$/.test(contentType)) {
    throw new TypeError("The contentType of a response must be printable ASCII.");
  }
  const fullName = committed ? `${name}, committed` : name;
  return { kind: "response", name: fullName, httpStatus, contentType, body, committed };
}
