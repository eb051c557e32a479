/** What can go wrong with a call, as data. */
import { type FakeStatusKey, statusOf } from "./status-catalogue.js";

/** Whether the service processes the call before the fault strikes. */
export interface FaultTiming {
  /**
   * True: the money moves, and the caller is not told so.
   * @defaultValue false
   */
  readonly committed?: boolean;
}

/** What goes wrong with a call; made by {@link fault}. */
export type Fault =
  | { readonly kind: "refuse" | "drop" | "loseReply" | "stallBody" | "truncate" | "duplicate" }
  | { readonly kind: "stallHeaders"; readonly committed: boolean }
  | { readonly kind: "delay"; readonly ms: number }
  | { readonly kind: "trickle"; readonly everyMs: number }
  | {
      readonly kind: "answer";
      readonly httpStatus: number;
      readonly contentType: string | undefined;
      readonly body: string;
      readonly committed: boolean;
    };

const json = "application/json; charset=utf-8";

/** Statuses that a Response can have. */
const isAnswerable = (httpStatus: number) => Number.isInteger(httpStatus) && httpStatus >= 200 && httpStatus <= 599;
const hasNoBody = new Set([204, 205, 304]);

/** The faults that can be armed with `service.faults`. */
export const fault = {
  /** The connection is refused: nothing is sent. */
  refuse: { kind: "refuse" },
  /** The connection breaks once the request is there; the service does not process it. */
  drop: { kind: "drop" },
  /** The service processes the call, then the connection breaks: the answer is lost. */
  loseReply: { kind: "loseReply" },
  /** The headers of the answer and half of its body come, then nothing more. */
  stallBody: { kind: "stallBody" },
  /** The headers of the answer and half of its body come, then the connection breaks. */
  truncate: { kind: "truncate" },
  /** The request reaches the service twice; the first answer is the one that comes. */
  duplicate: { kind: "duplicate" },
  /** No answer ever comes. The service processes the call, unless `committed` is false. */
  stallHeaders: ({ committed = true }: FaultTiming = {}): Fault => ({ kind: "stallHeaders", committed }),
  /** The service processes the call at once and answers that much later. */
  delay: (ms: number): Fault => ({ kind: "delay", ms }),
  /** The answer comes in ten pieces, one every `everyMs`. */
  trickle: (everyMs: number): Fault => ({ kind: "trickle", everyMs }),
  /** HTTP 200 with a page of HTML, as a proxy or a captive portal gives. */
  html: (timing?: FaultTiming): Fault =>
    answer(200, "text/html; charset=utf-8", "<!doctype html><p>Welcome</p>", timing),
  /** HTTP 200 and nothing else. */
  empty: (timing?: FaultTiming): Fault => answer(200, undefined, "", timing),
  /** HTTP 200 with JSON that carries no status. */
  wrongEnvelope: (timing?: FaultTiming): Fault => answer(200, json, '{"result":"ok"}', timing),
  /**
   * An HTTP status, 200 to 599, with the service's envelope or without.
   *
   * @throws TypeError for a status that no answer can have, or an envelope where none can travel.
   */
  status(
    httpStatus: number,
    { envelope = false, ...timing }: FaultTiming & { readonly envelope?: boolean } = {},
  ): Fault {
    if (!isAnswerable(httpStatus)) throw new TypeError(`No answer can have the status ${httpStatus}: take 200 to 599.`);
    if (!envelope) return answer(httpStatus, undefined, "", timing);
    if (hasNoBody.has(httpStatus)) throw new TypeError(`An answer with the status ${httpStatus} carries no envelope.`);
    const status = { ...statusOf("HTTP_500"), statusKey: `HTTP_${httpStatus}`, statusMessage: `HTTP ${httpStatus}` };
    return answer(httpStatus, json, JSON.stringify({ status }), timing);
  },
  /** The service refuses the call with a status of its catalogue. */
  error: (statusKey: Exclude<FakeStatusKey, "SUCCESS" | "PENDING">): Fault =>
    answer(200, json, JSON.stringify({ status: statusOf(statusKey) }), { committed: false }),
} as const satisfies Record<string, Fault | ((...args: never[]) => Fault)>;

function answer(
  httpStatus: number,
  contentType: string | undefined,
  body: string,
  { committed = false }: FaultTiming = {},
): Fault {
  return { kind: "answer", httpStatus, contentType, body, committed };
}

/** The ways to reach the fake. */
export type Door = "fetch" | "server" | "msw";

/** Why a fault cannot be played through a door; undefined when it can. */
export function whyNot(fault: Fault, door: Door): string | undefined {
  if (fault.kind === "refuse" && door === "server") return "a port that listens cannot refuse a single connection";
  if (fault.kind === "refuse" && door === "msw") return "MSW cannot carry the system error that proves a refusal";
  if (fault.kind === "truncate" && door === "msw") return "MSW delivers a body that broke off as a whole one";
  if (fault.kind === "answer" && fault.httpStatus === 407 && door !== "server") {
    return "fetch fails on HTTP 407 and never gives it to its caller";
  }
  return undefined;
}
