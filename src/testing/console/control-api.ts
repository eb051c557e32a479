/** The control API: the fake's state, and what can be done to it. */
import type { FakePaymentService } from "../service/fake-payment-service.js";
import { oneOf, optional, parseFields, type Reader, readFields, text } from "./action.js";
import { actionsOn } from "./actions.js";
import { ControlRejection } from "./control-rejection.js";
import { faultActionsOn } from "./fault-actions.js";
import { faultKinds } from "./fault-kinds.js";
import { latestState, requestsOf, wholeState } from "./shown-state.js";
import { stateEvents } from "./state-events.js";

type RespondByName = (request: Request, name: string) => Promise<Response>;

/**
 * Responds to the requests of the control API, each named by the last part of its path.
 *
 * @param basePath - The path under which the service's own paths stand.
 * @throws ControlRejection
 */
export function controlApi(service: FakePaymentService, basePath: string): RespondByName {
  const actions = { ...actionsOn(service), ...faultActionsOn(service) };
  const reads: Readonly<Record<string, (query: Readonly<Record<string, string>>) => Response>> = {
    state: () => jsonResponse(wholeState(service)),
    requests: (query) => {
      const operation = optional(oneOf(service.operations.names));
      const filters = { after: optional(requestNumber), operation, orderId: optional(text) };
      return jsonResponse(requestsOf(service, readFields(query, filters)));
    },
    events: ({ search = "" }) => {
      const state = () => ({ ...latestState(service, search), basePath, faultKinds });
      return stateEvents((changed) => service.subscribe(changed), state);
    },
    faults: () => jsonResponse(faultKinds),
  };
  return async (request, name) => {
    const read = Object.hasOwn(reads, name) ? reads[name] : undefined;
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (read && request.method === "GET") return read(Object.fromEntries(new URL(request.url).searchParams));
    if (action && request.method === "POST") {
      const { httpStatus, response } = await action(parseFields(await request.text()));
      return jsonResponse(response, httpStatus);
    }
    if (read || action) throw new ControlRejection(405, `${request.method} is not for this path.`);
    throw new ControlRejection(404, "There is no such path.");
  };
}

const requestNumber: Reader<number> = (value) => {
  if (typeof value === "string" && /^\d{1,15}$/.test(value)) return Number(value);
  throw new ControlRejection(400, "after must be a request's number.");
};

export function jsonResponse(response: object, status = 200): Response {
  const headers = { "content-type": "application/json; charset=utf-8" };
  return new Response(JSON.stringify(response), { status, headers });
}
