/** The control API: the fake's state, and what can be done to it. */
import type { FakePaymentService } from "../service/fake-payment-service.js";
import { parseFields } from "./action-fields.js";
import { actionsOn } from "./actions.js";
import { ControlRefusal } from "./control-refusal.js";
import { listedFaults } from "./listed-faults.js";
import { latestState, wholeState } from "./shown-state.js";
import { stateEvents } from "./state-events.js";

/**
 * Answers the requests of the control API, each named by the last part of its path.
 *
 * @throws ControlRefusal
 */
export function controlApi(service: FakePaymentService): (request: Request, name: string) => Promise<Response> {
  const actions = actionsOn(service);
  const reads: Readonly<Record<string, () => Response>> = {
    state: () => jsonResponse(wholeState(service)),
    events: () =>
      stateEvents(
        (changed) => service.subscribe(changed),
        () => latestState(service),
      ),
    faults: () =>
      jsonResponse(listedFaults.map(({ group, fault, description }) => ({ name: fault.name, group, description }))),
  };
  return async (request, name) => {
    const read = Object.hasOwn(reads, name) ? reads[name] : undefined;
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (read && request.method === "GET") return read();
    if (action && request.method === "POST") {
      const { httpStatus, answer } = action(parseFields(await request.text()));
      return jsonResponse(answer, httpStatus);
    }
    if (read || action) throw new ControlRefusal(405, `${request.method} is not for this path.`);
    throw new ControlRefusal(404, "There is no such path.");
  };
}

export function jsonResponse(answer: object, status = 200): Response {
  const headers = { "content-type": "application/json; charset=utf-8" };
  return new Response(JSON.stringify(answer), { status, headers });
}
