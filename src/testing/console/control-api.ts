/** The control API: the fake's state, and what can be done to it. */
import * as z from "zod/mini";
import { optionsOf, readOptions, textLike } from "../../model/options.js";
import type { FakePaymentService } from "../service/fake-payment-service.js";
import { jsonResponse, parseFields } from "./action.js";
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
      const operation = z.enum(service.routes.names);
      const filters = {
        after: requestNumber,
        operation: z.exactOptional(operation),
        orderId: z.exactOptional(z.string()),
      };
      return jsonResponse(requestsOf(service, readOptions("requests", optionsOf(filters), query)));
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
    const query = Object.fromEntries(new URL(request.url).searchParams);
    if (read && request.method === "GET") return rejecting(() => read(query));
    const body = await request.text();
    if (action && request.method === "POST") return rejecting(() => action(name, parseFields(body)));
    if (read || action) throw new ControlRejection(405, `${request.method} is not for this path.`);
    throw new ControlRejection(404, "There is no such path.");
  };
}

/** Rejects a value that is invalid with 400, and a breach of the service's rules with 409. */
async function rejecting(respond: () => Response | Promise<Response>): Promise<Response> {
  try {
    return await respond();
  } catch (error) {
    if (error instanceof ControlRejection) throw error;
    const isInvalid = error instanceof TypeError || error instanceof RangeError;
    throw new ControlRejection(isInvalid ? 400 : 409, (error as Error).message);
  }
}

const requestNumber = z.exactOptional(z.pipe(textLike(/^\d{1,15}$/, "a request's number"), z.transform(Number)));
