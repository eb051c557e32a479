/** What can go wrong with a call, as data. play-fault.ts says what each fault does. */
import * as z from "zod/mini";
import { meant, milliseconds, numberThat, optionsOf, partialOf, readOption, readOptions, textLike } from "../input.js";
import { type RejectionKey, statusOf } from "../rules/status-catalogue.js";

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
export type FakeFault = {
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
  | { readonly kind: "error"; readonly statusKey: string; readonly committed: boolean }
  | ({ readonly kind: ResponseKind } & Required<FaultResponse>)
);

/** Faults that send another response, as it is given. */
type ResponseKind = "html" | "empty" | "wrongEnvelope" | "status" | "response";

const flag = z.exactOptional(z.boolean());
const httpStatus = numberThat("200 to 599", (value) => Number.isInteger(value) && value >= 200 && value <= 599);
const timingSchema = partialOf({ committed: z.boolean() });
const responseSchema = optionsOf({
  committed: flag,
  httpStatus: z.exactOptional(httpStatus),
  contentType: z.exactOptional(textLike(/^[\t\x20-\x7e]+$/, "printable ASCII, or null")),
  body: z.string(),
});
const statusSchema = optionsOf({ committed: flag, httpStatus, envelope: flag });
const duplicateSchema = partialOf({ response: z.enum(["first", "second"]) });
const rejectionKey = textLike(/^(?!(?:SUCCESS|PENDING)$)./s, "the key of a rejection");

/** The faults that can be armed with `service.faults`. */
export const fault = {
  /** Refuses the connection: nothing is sent. The outcome is `not_sent`, if every attempt is refused. */
  refuse: (): FakeFault => ({ kind: "refuse", name: "refuse" }),
  /** Breaks the connection once the request has arrived. The service does not process it. */
  drop: (): FakeFault => ({ kind: "drop", name: "drop" }),
  /** Loses the response: the service processes the call, then the connection breaks. */
  loseResponse: (): FakeFault => ({ kind: "loseResponse", name: "loseResponse" }),
  /** Stops in the middle of the response, after the service has processed the call. */
  stallBody: (): FakeFault => ({ kind: "stallBody", name: "stallBody" }),
  /** Breaks the connection in the middle of the response, after the service has processed the call. */
  truncate: (): FakeFault => ({ kind: "truncate", name: "truncate" }),
  /**
   * Responds only with the status, without ids and amounts. The service processes the call, and the outcome is
   * `succeeded`.
   */
  incomplete: (): FakeFault => ({ kind: "incomplete", name: "incomplete" }),
  /**
   * Delivers the request twice, as if a proxy sent it again. The caller gets the first response, or with `response:
   * "second"` the second one, which decides the outcome.
   */
  duplicate(options: { readonly response?: "first" | "second" } = {}): FakeFault {
    const { response = "first" } = readOptions("fault.duplicate", duplicateSchema, options);
    return { kind: "duplicate", name: response === "first" ? "duplicate" : "duplicate, second response", response };
  },
  /**
   * Delays the request: the service processes it only after its caller has given up, and no response arrives.
   *
   * With `afterMs`, it also waits until you have moved `service.clock` so far; without, until `service.deliverLate()`.
   *
   * @example
   * service.faults.next("finalize", fault.late());
   * await toResult(payments.finalize(sale, { timeoutMs: 200 })); // unknown
   * await payments.finalize(sale);
   * await service.deliverLate(); // the first request arrives
   *
   * @throws TypeError if `afterMs` is negative or not finite.
   */
  late(afterMs?: number): FakeFault {
    const read = afterMs === undefined ? null : readOption("fault.late", "afterMs", milliseconds, afterMs);
    return { kind: "late", name: read === null ? "late" : `late, ${read} ms`, afterMs: read };
  },
  /** Sends no response, and keeps the connection open. The service processes the call, unless `committed` is false. */
  stallHeaders(timing: FaultTiming = {}): FakeFault {
    const { committed = true } = readOptions("fault.stallHeaders", timingSchema, timing);
    return { kind: "stallHeaders", name: committed ? "stallHeaders" : "stallHeaders, not committed", committed };
  },
  /**
   * Delays the response until you have moved `service.clock` by `ms` milliseconds. The service processes the call at
   * once. The call succeeds, unless it times out before.
   *
   * @example
   * const capture = payments.finalize(sale);
   * await vi.waitUntil(() => service.finalizations.length === 1);
   * service.clock.advance(5_000); // the response arrives
   */
  delay(ms: number): FakeFault {
    return { kind: "delay", name: "delay", ms: readOption("fault.delay", "ms", milliseconds, ms) };
  },
  /** Sends the response in ten pieces: one at once, and the others each time you have moved `service.clock` by `everyMs`. */
  trickle(everyMs: number): FakeFault {
    return { kind: "trickle", name: "trickle", everyMs: readOption("fault.trickle", "everyMs", milliseconds, everyMs) };
  },
  /** Responds with HTTP 200 and an HTML page, as a proxy or a captive portal does. */
  html(timing?: FaultTiming): FakeFault {
    const body = "<!doctype html><p>Welcome</p>";
    return responseFault("html", { contentType: "text/html; charset=utf-8", body, ...timing });
  },
  /** Responds with HTTP 200 and nothing else. */
  empty: (timing?: FaultTiming): FakeFault => responseFault("empty", { contentType: null, body: "", ...timing }),
  /** Responds with HTTP 200 and JSON that has no status. */
  wrongEnvelope(timing?: FaultTiming): FakeFault {
    return responseFault("wrongEnvelope", { body: '{"result":"ok"}', ...timing });
  },
  /**
   * Responds with an HTTP status, 200 to 599, with or without the service's envelope. The status decides the outcome.
   *
   * @throws TypeError for a status that no response can have, or for an envelope with a status that has no body.
   */
  status(httpStatus: number, options: FaultTiming & { readonly envelope?: boolean } = {}): FakeFault {
    const { envelope, ...read } = readOptions("fault.status", statusSchema, { httpStatus, ...options });
    if (!envelope) return responseFault("status", { contentType: null, body: "", ...read });
    const [statusKey, statusMessage] = [`HTTP_${read.httpStatus}`, `HTTP ${read.httpStatus}`];
    const body = JSON.stringify({ status: { ...statusOf("HTTP_500"), statusKey, statusMessage } });
    return responseFault("status", { body, ...read }, " with envelope");
  },
  /**
   * Rejects the call with a status key, which decides the outcome.
   *
   * The key is one of the fake's, your service's name for one as `quirks.keys` has it, or any other key of your service,
   * whose error number is then 9999. With `committed`, the service processes the call nevertheless, as can happen with an
   * INTERNAL_ERROR.
   */
  error(statusKey: RejectionKey | (string & {}), timing: FaultTiming = {}): FakeFault {
    readOption("fault.error", "statusKey", rejectionKey, statusKey);
    const { committed = false } = readOptions("fault.error", timingSchema, timing);
    return { kind: "error", name: named(`error ${statusKey}`, committed), statusKey, committed };
  },
  /**
   * Sends the response that you give, which decides the outcome.
   *
   * @example
   * const closed = fault.response({ httpStatus: 503, body: "Back at noon" });
   * service.faults.next("finalize", closed);
   *
   * @throws TypeError for a response that HTTP cannot carry.
   */
  response: (given: FaultResponse): FakeFault => responseFault("response", given),
} as const satisfies { readonly [Kind in FakeFault["kind"]]: (...args: never[]) => FakeFault };

/** @throws TypeError for anything that `fault` did not make, with the fault that was most likely meant. */
export function checkFault(given: unknown): void {
  if (typeof given === "object" && given !== null && "kind" in given && Object.hasOwn(fault, String(given.kind)))
    return;
  const [made] = Object.entries(fault).find(([, make]) => make === given) ?? [];
  if (made !== undefined) throw new TypeError(`fault.${made} makes a fault: call it, fault.${made}(…).`);
  const names = Object.keys(fault).map((name) => `fault.${name}()`);
  const name = typeof given === "string" ? `fault.${given}` : given;
  throw new TypeError(`A fault is made by fault, imported from merchant-payments/testing: ${meant(name, names)}`);
}

/** Throws at once for a response that no adapter can send, so that the stack names the test. */
function responseFault(kind: ResponseKind, response: FaultResponse, suffix = ""): FakeFault {
  const read = readOptions(`fault.${kind}`, responseSchema, response);
  const { httpStatus = 200, body, committed = false } = read;
  const contentType = response.contentType === null ? null : (read.contentType ?? "application/json; charset=utf-8");
  if (body !== "" && [204, 205, 304].includes(httpStatus)) {
    throw new TypeError(`A response with the status ${httpStatus} carries no body.`);
  }
  const status = kind === "status" || kind === "response" ? ` ${httpStatus}` : "";
  const name = named(`${kind}${status}${suffix}`, committed);
  return { kind, name, httpStatus, contentType, body, committed };
}

const named = (name: string, committed: boolean) => (committed ? `${name}, committed` : name);
