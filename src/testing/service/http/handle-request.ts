/** The service's HTTP: a web Request in, a Reply out. Every door leads here. */
import type { Fault } from "../faults/faults.js";
import { checkPlayable, type Door } from "../faults/playable-faults.js";
import type { FakeOperation } from "../rules/operation.js";
import { type Pace, pacedBody } from "./paced-body.js";
import { type RecordedRequest, redacted } from "./recorded-request.js";
import { matchRoute } from "./routes.js";
import { type ServiceRules, serviceAnswer, type WrittenAnswer } from "./service-answer.js";
import { sleep } from "./waiting.js";

/** What is needed of the service behind HTTP. */
export interface ServiceBehindHttp extends ServiceRules {
  readonly faults: { take(operation: FakeOperation): Fault | undefined };
  /** Keeps what came in. */
  record(request: Omit<RecordedRequest, "number">): void;
}

/** What comes of a request. Without a response, the door shows its caller what then happens on a network. */
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
  if (fault !== undefined) checkPlayable(fault, door);
  if (fault?.kind === "refuse") return { kind: "refused" };

  const body = await request.text();
  const received = {
    method: request.method,
    path,
    ...(match && { route: match.route.template, operation: match.route.operation }),
    headers: redacted(request.headers),
    body,
    ...(fault && { fault: fault.name }),
  };
  return playFault(fault, {
    process: () => serviceAnswer(service, request, match, body),
    record: (answer, delivered) =>
      service.record({ ...received, ...(answer && { answer: recordedAnswer(answer) }), delivered }),
    signal: request.signal,
  });
}

interface Call {
  /** Lets the service do what it was asked. */
  process(): WrittenAnswer;
  /** Keeps the request with the service's answer to it; there is none when the call was not processed. */
  record(answer: WrittenAnswer | undefined, delivered: boolean): void;
  /** The caller's. */
  readonly signal: AbortSignal;
}

async function playFault(fault: Fault | undefined, { process, record, signal }: Call): Promise<Reply> {
  switch (fault?.kind) {
    case "drop":
      record(undefined, false);
      return { kind: "dropped" };
    case "loseReply":
      record(process(), false);
      return { kind: "dropped" };
    case "stallHeaders":
      record(fault.committed ? process() : undefined, false);
      return { kind: "stalled" };
    case "answer":
      record(fault.committed ? process() : undefined, false);
      return responseOf(fault);
  }
  const answer = process(); // whatever is left lets the service do its work first
  switch (fault?.kind) {
    case "stallBody":
    case "truncate":
      record(answer, false);
      return responseOf(answer, { kind: fault.kind });
    case "trickle":
      return responseOf(answer, { ...fault, onEnd: (delivered) => record(answer, delivered) });
    case "incomplete":
      record(answer, false);
      return responseOf({ ...answer, body: answer.statusAlone });
    case "delay":
      await sleep(fault.ms, signal);
      record(answer, !signal.aborted);
      return responseOf(answer);
    case "duplicate":
      record(answer, true);
      record(process(), false);
      return responseOf(answer);
    default:
      record(answer, true);
      return responseOf(answer);
  }
}

type Sendable = Pick<WrittenAnswer, "httpStatus" | "body"> & { readonly contentType: string | null };

function responseOf({ httpStatus, body, contentType }: Sendable, pace?: Pace): Reply {
  const bytes = new TextEncoder().encode(body); // for text, a Response would make up a content type
  const headers = new Headers(extraHeaders[httpStatus]);
  if (contentType !== null) headers.set("content-type", contentType);
  if (httpStatus !== 204 && httpStatus !== 304) headers.set("content-length", String(bytes.byteLength));
  const content = pace === undefined ? bytes : pacedBody(bytes, pace);
  return { kind: "response", response: new Response(body === "" ? null : content, { status: httpStatus, headers }) };
}

const extraHeaders: Readonly<Record<number, Record<string, string>>> = {
  401: { "www-authenticate": 'Basic realm="payment service"' },
  405: { allow: "POST" },
};

function recordedAnswer({ httpStatus, statusKey, body }: WrittenAnswer): NonNullable<RecordedRequest["answer"]> {
  return { httpStatus, statusKey, body };
}
