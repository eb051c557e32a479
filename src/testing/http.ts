/** The service's HTTP, a web Request in and a Reply out: one core for every door. */
import { type BodyPace, paced, sleep } from "./body-pace.js";
import { refuseAt } from "./fault-script.js";
import type { Door, Fault } from "./faults.js";
import { type RecordedRequest, redacted } from "./recorded-request.js";
import { type FakeOperation, type Match, matchRoute } from "./routes.js";
import { type ServiceRules, serviceAnswer, type WrittenAnswer } from "./service-answer.js";

/** What the HTTP core needs of the service behind it. */
export interface ServiceBehindHttp extends ServiceRules {
  readonly faults: { take(operation: FakeOperation): Fault | undefined };
  /** Keeps what came in. */
  record(request: RecordedRequest): void;
}

/** What comes of a request; a door that gets no response lets its caller see what then happens on a network. */
export type Reply =
  | { readonly kind: "response"; readonly response: Response }
  | { readonly kind: "refused" | "dropped" | "stalled" };

export interface HttpOptions {
  readonly door: Door;
  /** The path before the service's own paths, for instance `/api`; left out, any is taken. */
  readonly basePath?: string | undefined;
}

/** @throws Error when a fault is armed that the door cannot play. */
export async function handleRequest(
  service: ServiceBehindHttp,
  request: Request,
  { door, basePath }: HttpOptions,
): Promise<Reply> {
  const path = new URL(request.url).pathname;
  const match = matchRoute(path, basePath);
  const fault = match && request.method === "POST" ? service.faults.take(match.route.operation) : undefined;
  if (fault !== undefined) refuseAt(fault, door);
  if (fault?.kind === "refuse") return { kind: "refused" };

  const received = await request.text();
  const process = () => serviceAnswer(service, request, match, received);
  const { reply, answer, delivered } = await played(fault, process, request.signal);
  const seen = { method: request.method, path, ...routeOf(match), headers: redacted(request.headers), body: received };
  const struck = fault === undefined ? {} : { fault: fault.kind };
  service.record({ ...seen, ...struck, ...(answer && { answer: recordOf(answer) }), delivered });
  if (fault?.kind === "duplicate") {
    service.record({ ...seen, ...struck, answer: recordOf(process()), delivered: false });
  }
  return reply;
}

interface Played {
  readonly reply: Reply;
  /** What the service answered, whether it arrives or not; undefined when it did not process the call. */
  readonly answer: WrittenAnswer | undefined;
  readonly delivered: boolean;
}

async function played(fault: Fault | undefined, process: () => WrittenAnswer, signal: AbortSignal): Promise<Played> {
  switch (fault?.kind) {
    case "drop":
      return { reply: { kind: "dropped" }, answer: undefined, delivered: false };
    case "loseReply":
      return { reply: { kind: "dropped" }, answer: process(), delivered: false };
    case "stallHeaders":
      return { reply: { kind: "stalled" }, answer: fault.committed ? process() : undefined, delivered: false };
    case "stallBody":
    case "truncate": {
      const answer = process();
      return { reply: responseOf(answer, { kind: fault.kind }), answer, delivered: false };
    }
    case "trickle": {
      const answer = process();
      return { reply: responseOf(answer, fault), answer, delivered: true };
    }
    case "delay": {
      const answer = process();
      await sleep(fault.ms, signal);
      return { reply: responseOf(answer), answer, delivered: !signal.aborted };
    }
    case "answer": {
      const answer = fault.committed ? process() : undefined;
      return { reply: responseOf(fault), answer, delivered: false };
    }
    default: {
      const answer = process();
      return { reply: responseOf(answer), answer, delivered: true };
    }
  }
}

type Sendable = Pick<WrittenAnswer, "httpStatus" | "body"> & { readonly contentType?: string | undefined };

function responseOf({ httpStatus, body, contentType }: Sendable, pace?: BodyPace): Reply {
  const headers = new Headers(transportHeaders[httpStatus]);
  if (contentType !== undefined) headers.set("content-type", contentType);
  const content = pace === undefined || body === "" ? body || null : paced(body, pace);
  if (pace !== undefined) headers.set("content-length", String(new TextEncoder().encode(body).byteLength));
  return { kind: "response", response: new Response(content, { status: httpStatus, headers }) };
}

const transportHeaders: Readonly<Record<number, Record<string, string>>> = {
  401: { "www-authenticate": 'Basic realm="payment service"' },
  405: { allow: "POST" },
};

function recordOf({ httpStatus, statusKey, body }: WrittenAnswer): NonNullable<RecordedRequest["answer"]> {
  return { httpStatus, statusKey, body };
}

function routeOf(match: Match | undefined): { route?: string } {
  return match ? { route: match.route.template } : {};
}
