/** The service's HTTP: a web Request in, a Reply out. Every door leads here. */
import type { CallIds, FaultyCall } from "../faults/fault-target.js";
import type { Fault } from "../faults/faults.js";
import { checkPlayable, type Door } from "../faults/playable-faults.js";
import type { FakeClock } from "../state/clock.js";
import type { LateRequests } from "../state/late-requests.js";
import { playFault, type Reply } from "./play-fault.js";
import { type RecordedRequest, redacted } from "./recorded-request.js";
import { type Match, matchRoute } from "./routes.js";
import { requestValues, type ServiceRules, serviceAnswer, type WrittenAnswer } from "./service-answer.js";

/** What is needed of the service behind HTTP. */
export interface ServiceBehindHttp extends ServiceRules {
  readonly clock: Pick<FakeClock, "now">;
  readonly faults: { take(call: FaultyCall): Fault | undefined };
  readonly lateRequests: Pick<LateRequests, "hold">;
  /** The order and authorization that these values name. */
  about(values: object): CallIds;
  /** Keeps what came in. */
  record(request: Omit<RecordedRequest, "number">): void;
}

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
  const now = () => service.clock.now().toISOString();
  const { method, signal, headers } = request;
  const path = new URL(request.url).pathname;
  const match = matchRoute(path, basePath);
  const receivedAt = now();
  const body = await request.text();
  const fault = match && method === "POST" ? faultOf(service, match, body) : undefined;
  if (fault !== undefined) checkPlayable(fault, door);

  const line = { method, path, ...(match && { operation: match.route.operation }) };
  const answerNow = () => ({ ...serviceAnswer(service, request, match, body), at: now() });
  return playFault(fault, {
    process: answerNow,
    record: (answer, received) =>
      service.record({
        receivedAt,
        ...(answer && { processedAt: answer.at }),
        endedAt: now(),
        ...line,
        ...(match && { route: match.route.template }),
        headers: redacted(headers),
        body,
        ...(fault && { fault: fault.name }),
        ...(answer && { answer: recordedAnswer(answer) }),
        delivered: received === undefined,
        ...(received && { received }),
      }),
    hold: (name, ms, arrive) =>
      service.lateRequests.hold({ request: { receivedAt, ...line, fault: name }, ms, signal, arrive }),
    signal,
  });
}

/** The fault that strikes the call. */
function faultOf(service: ServiceBehindHttp, match: Match, body: string): Fault | undefined {
  const about = () => service.about(requestValues(match, body));
  return service.faults.take({ operation: match.route.operation, about });
}

function recordedAnswer({ httpStatus, statusKey, body }: WrittenAnswer): NonNullable<RecordedRequest["answer"]> {
  return { httpStatus, statusKey, body };
}
