/** The service's HTTP: a web Request in, a Delivery out. Every adapter uses it. */

import { type Adapter, checkPlayable, playFault } from "../faults/fault-rows.js";
import type { FaultyCall } from "../faults/fault-target.js";
import type { FakeFault } from "../faults/faults.js";
import type { FakeRoutes } from "../routes/fake-routes.js";
import type { Match } from "../routes/match-request.js";
import type { LateRequests } from "../state/late-requests.js";
import type { CallIds } from "../state/ledger-records.js";
import type { Delivery } from "./delivery.js";
import { type RecordedRequest, redacted } from "./recorded-request.js";
import { requestValues } from "./request-values.js";
import {
  type RespondingService,
  rejectionResponse,
  serviceResponse,
  type WrittenResponse,
} from "./service-response.js";

/** What HTTP needs from the service. */
export interface ServiceBehindHttp extends RespondingService {
  readonly routes: Pick<FakeRoutes, "match">;
  readonly faults: { take(call: FaultyCall): FakeFault | undefined };
  readonly lateRequests: Pick<LateRequests, "hold">;
  /** Finds the order and the authorization that values name. */
  readonly ledger: { about(values: object): CallIds };
  /** Keeps a request. */
  record(request: Omit<RecordedRequest, "number">): void;
}

export interface HttpOptions {
  readonly adapter: Adapter;
  /** The path before the service's own paths, for example `/api`; any path if it is left out. */
  readonly basePath?: string | undefined;
}

/** @throws Error if a fault is armed that the adapter cannot play. */
export async function handleRequest(
  service: ServiceBehindHttp,
  request: Request,
  { adapter, basePath }: HttpOptions,
): Promise<Delivery> {
  const now = () => service.clock.now().toISOString();
  const { method, signal, headers } = request;
  const { pathname, search, searchParams } = new URL(request.url);
  const match = service.routes.match({ method, path: pathname, basePath });
  const receivedAt = now();
  const body = await request.text();
  const values = match && requestValues(match, searchParams, body);
  const operation = match?.route.name;
  const isCall = operation !== undefined && match?.route.method === method;
  const about = () => service.ledger.about(values ?? (match as Match).values);
  const fault = isCall ? service.faults.take({ operation, about }) : undefined;
  if (fault !== undefined) checkPlayable(fault, adapter);

  const line = { method, path: pathname + search, ...(operation !== undefined && { operation }) };
  return playFault(fault, {
    process: () => serviceResponse(service, request, match, values),
    rejectedWith: (statusKey) => rejectionResponse(service, statusKey),
    record: (response, received) =>
      service.record({
        receivedAt,
        ...(response && { processedAt: response.at }),
        endedAt: now(),
        ...line,
        ...(match && { route: match.path }),
        headers: redacted(headers),
        body,
        ...(fault && { fault: fault.name }),
        ...(response && { response: recorded(response) }),
        delivered: received === undefined,
        ...(received && { received }),
      }),
    hold: (name, ms, arrive) =>
      service.lateRequests.hold({ request: { receivedAt, ...line, fault: name }, ms, signal, arrive }),
    signal,
  });
}

function recorded({ httpStatus, statusKey, body }: WrittenResponse): NonNullable<RecordedRequest["response"]> {
  return { httpStatus, statusKey, body };
}
