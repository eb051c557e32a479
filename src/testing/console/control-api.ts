/** The control API: the fake's state, and what can be done to it. */
import type { FakePaymentService } from "../service/fake-payment-service.js";
import { parseFields } from "./action-fields.js";
import { actionsOn } from "./actions.js";
import { ControlRejection } from "./control-rejection.js";
import { listedFaults } from "./listed-faults.js";
import { latestState, requestsAfter, wholeState } from "./shown-state.js";
import { stateEvents } from "./state-events.js";

/**
 * Responds therequests of the control API, each named by the last part of its path.
 *
 * @throws ControlRejection
 */
export function controlApi(service: FakePaymentService): (request: Request, name: string) => Promise<Response> {
  const actions = actionsOn(service);
  const reads: Readonly<Record<string, (query: URLSearchParams) => Response>> = {
    state: () => jsonResponse(wholeState(service)),
    requests: (query) => jsonResponse(requestsAfter(service, afterIn(query))),
    events: (query) =>
      stateEvents(
        (changed) => service.subscribe(changed),
        () => latestState(service, query.get("search") ?? ""),
      ),
    faults: () =>
      jsonResponse(listedFaults.map(({ group, fault, description }) => ({ name: fault.name, group, description }))),
  };
  return async (request, name) => {
    const read = Object.hasOwn(reads, name) ? reads[name] : undefined;
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (read && request.method === "GET") return read(new URL(request.url).searchParams);
    if (action && request.method === "POST") {
      const { httpStatus, response } = await action(parseFields(await request.text()));
      return jsonResponse(response, httpStatus);
    }
    if (read || action) throw new ControlRejection(405, `${request.method} is not for this path.`);
    throw new ControlRejection(404, "There is no such path.");
  };
}

/** The number of the last request that is known already. */
function afterIn(query: URLSearchParams): number {
  const text = query.get("after") ?? "0";
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new ControlRejection(400, "after must be a request's number.");
}

export function jsonResponse(response: object, status = 200): Response {
  const headers = { "content-type": "application/json; charset=utf-8" };
  return new Response(JSON.stringify(response), { status, headers });
}
