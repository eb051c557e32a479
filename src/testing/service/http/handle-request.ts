/** The service's HTTP: a web Request in, a Delivery out. Every adapter uses it. */
import type { FakeFaults } from "../faults/fault-script.js";
import { type Adapter, checkPlayable, playFault } from "../faults/play-fault.js";
import type { FakeRoutes, Match } from "../routes/fake-routes.js";
import { bodyFields } from "../rules/json.js";
import { withFields } from "../rules/received-values.js";
import type { FakeClock } from "../state/clock.js";
import type { LateRequests } from "../state/late-requests.js";
import type { CallIds } from "../state/records.js";
import type { Delivery } from "./delivery.js";
import type { RecordedRequest } from "./recorded-request.js";
import { type RespondingService, rejectionResponse, serviceResponse } from "./service-response.js";

/** What HTTP needs from the service. */
export interface ServiceBehindHttp extends RespondingService {
  readonly clock: FakeClock;
  readonly routes: Pick<FakeRoutes, "match">;
  readonly faults: Pick<FakeFaults, "take">;
  readonly lateRequests: Pick<LateRequests, "hold">;
  /** Finds the order and the authorization that values name. */
  readonly ledger: { readonly records: { namedBy(values: object): CallIds } };
  /** Keeps a request. */
  record(request: Omit<RecordedRequest, "number">): void;
}

/**
 * @param basePath - The path before the service's own paths, for example `/api`; any path if it is left out.
 * @throws Error if a fault is armed that the adapter cannot play.
 */
export async function handleRequest(
  service: ServiceBehindHttp,
  request: Request,
  adapter: Adapter,
  basePath?: string,
): Promise<Delivery> {
  const { clock } = service;
  const now = () => clock.now().toISOString();
  const { method, signal, headers } = request;
  const { pathname, search, searchParams } = new URL(request.url);
  const match = service.routes.match(method, pathname, basePath);
  const receivedAt = now();
  const { passed: begun } = clock;
  const body = await request.text();
  const values = match && requestValues(match, searchParams, body);
  const operation = match?.route.name;
  const isCall = operation !== undefined && match?.route.method === method;
  const about = () => service.ledger.records.namedBy(values ?? (match as Match).values);
  const fault = isCall ? service.faults.take(operation, about) : undefined;
  if (fault !== undefined) checkPlayable(fault, adapter);

  const secret = headers.has("authorization") && { authorization: "[redacted]" };
  const line = { method, path: pathname + search, ...(operation !== undefined && { operation }) };
  return playFault(fault, {
    process: () => serviceResponse(service, request, match, values),
    rejectedWith: (statusKey) => rejectionResponse(service, statusKey),
    record(written, received) {
      const response = written && { httpStatus: written.httpStatus, statusKey: written.statusKey, body: written.body };
      service.record({
        receivedAt,
        ...(written && { processedAt: written.at }),
        endedAt: now(),
        ...line,
        ...(match && { route: match.path }),
        headers: { ...Object.fromEntries(headers), ...secret },
        body,
        ...(fault && { fault: fault.name }),
        ...(response && { response }),
        delivered: received === undefined,
        ...(received && { received }),
      });
    },
    hold(fault, until, arrive) {
      service.lateRequests.hold({ request: { receivedAt, ...line, fault }, signal, arrive }, until);
    },
    clock,
    begun,
    signal,
  });
}

/** The values of a request, from its path and its body, or for GET from its path and its query; undefined if unreadable. */
function requestValues(match: Match, query: URLSearchParams, body: string): object | undefined {
  const fields = match.route.method === "GET" ? Object.fromEntries(query) : bodyFields(body);
  return fields && withFields(fields, match.values); // the path overrides the rest
}
