/** The service's HTTP, a web Request in and a Reply out: one core for every door. */

import { refuseAt } from "../faults/fault-script.js";
import type { Door, Fault } from "../faults/faults.js";
import { type BodyPace, paced, sleep } from "./paced-body.js";
import { type RecordedRequest, redacted } from "./recorded-request.js";
import { type FakeOperation, matchRoute } from "./routes.js";
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
  const seen = {
    method: request.method,
    path,
    ...(match && { route: match.route.template, operation: match.route.operation }),
    headers: redacted(request.headers),
    body: received,
    ...(fault && { fault: fault.name }),
  };
  const record = (answer: WrittenAnswer | undefined, delivered: boolean) =>
    service.record({ ...seen, ...(answer && { answer: recordOf(answer) }), delivered });

  const { reply, answer, delivered } = await played(fault, process, request.signal);
  if (typeof delivered === "boolean") record(answer, delivered);
  else void delivered.then((isDelivered) => record(answer, isDelivered));
  if (fault?.kind === "duplicate") record(process(), false);
  return reply;
}

interface Played {
  readonly reply: Reply;
  /** What the service answered, whether it arrives or not; undefined when it did not process the call. */
  readonly answer: WrittenAnswer | undefined;
  /** Later, where it is not known before the body has been taken. */
  readonly delivered: boolean | Promise<boolean>;
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
    case "incomplete": {
      const answer = process();
      return { reply: responseOf({ ...answer, body: answer.statusAlone }), answer, delivered: false };
    }
    case "trickle": {
      const answer = process();
      const { promise: delivered, resolve: over } = Promise.withResolvers<boolean>();
      return { reply: responseOf(answer, { ...fault, over }), answer, delivered };
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

type Sendable = Pick<WrittenAnswer, "httpStatus" | "body"> & { readonly contentType: string | null };

function responseOf({ httpStatus, body, contentType }: Sendable, pace?: BodyPace): Reply {
  const bytes = new TextEncoder().encode(body); // for text, a Response would make up a content type
  const headers = new Headers(transportHeaders[httpStatus]);
  if (contentType !== null) headers.set("content-type", contentType);
  if (httpStatus !== 204 && httpStatus !== 304) headers.set("content-length", String(bytes.byteLength));
  const content = pace === undefined ? bytes : paced(bytes, pace);
  return { kind: "response", response: new Response(body === "" ? null : content, { status: httpStatus, headers }) };
}

const transportHeaders: Readonly<Record<number, Record<string, string>>> = {
  401: { "www-authenticate": 'Basic realm="payment service"' },
  405: { allow: "POST" },
};

function recordOf({ httpStatus, statusKey, body }: WrittenAnswer): NonNullable<RecordedRequest["answer"]> {
  return { httpStatus, statusKey, body };
}
