/** The fake's own paths beside those of the service: its state, what can be done to it, and its page. */

import type { FakePaymentService } from "../service/fake-payment-service.js";
import { type Action, actionsOn, fieldsOf } from "./actions.js";
import { checkCaller, checkHost } from "./caller-check.js";
import { ControlRefusal } from "./control-refusal.js";
import { serverFaults } from "./listed-faults.js";
import { pageResponse } from "./page-response.js";
import { latestOf, wholeState } from "./shown-state.js";
import { stateEvents } from "./state-events.js";

/** Where the control API stands; the service has no path that begins so. */
export const controlPath = "/_fake";

/** What the control API needs to know of the server that it stands on. */
export interface ControlOptions {
  /** The host that the server listens on. */
  readonly host: string;
  readonly basePath: string;
}

/** Answers what is not for the service. Nothing of it counts among the service's requests. */
export class Control {
  readonly #service: FakePaymentService;
  readonly #options: ControlOptions;
  readonly #actions: Readonly<Record<string, Action>>;

  constructor(service: FakePaymentService, options: ControlOptions) {
    this.#service = service;
    this.#options = options;
    this.#actions = actionsOn(service);
  }

  /** Undefined when the request is for the service. */
  async answer(request: Request): Promise<Response | undefined> {
    const { pathname } = new URL(request.url);
    const isControl = pathname === controlPath || pathname.startsWith(`${controlPath}/`);
    if (!isControl && !isForPage(request, pathname)) return undefined;
    try {
      checkHost(request.headers, this.#options.host);
      if (!isControl) return pageResponse(this.#options.basePath);
      checkCaller(request);
      return guarded(await this.#controlAnswer(request, pathname.slice(controlPath.length + 1)));
    } catch (error) {
      if (!(error instanceof ControlRefusal)) throw error;
      return guarded(json({ error: error.message }, error.httpStatus));
    }
  }

  async #controlAnswer(request: Request, name: string): Promise<Response> {
    const { method } = request;
    const reading = Object.hasOwn(this.#reading, name) ? this.#reading[name] : undefined;
    const action = Object.hasOwn(this.#actions, name) ? this.#actions[name] : undefined;
    if (reading && method === "GET") return reading();
    if (action && method === "POST") {
      const { httpStatus, answer } = action(fieldsOf(await request.text()));
      return json(answer, httpStatus);
    }
    if (reading || action) throw new ControlRefusal(405, `${method} is not for this path.`);
    throw new ControlRefusal(404, "There is no such path.");
  }

  readonly #reading: Readonly<Record<string, () => Response>> = {
    state: () => json(wholeState(this.#service)),
    events: () =>
      stateEvents(
        (changed) => this.#service.subscribe(changed),
        () => latestOf(wholeState(this.#service)),
      ),
    faults: () => json(serverFaults.map(({ group, fault, description }) => ({ name: fault.name, group, description }))),
  };
}

/** A program that asks for the root gets the service's own answer. */
function isForPage({ method, headers }: Request, pathname: string): boolean {
  return method === "GET" && pathname === "/" && (headers.get("accept") ?? "").includes("text/html");
}

function json(answer: object, status = 200): Response {
  return new Response(JSON.stringify(answer), {
    status,
    headers: { "content-type": "application/json; charset=utf-8" },
  });
}

/** No other site may embed the answer, nor a browser read it as something else. */
function guarded(response: Response): Response {
  response.headers.set("cache-control", "no-store");
  response.headers.set("cross-origin-resource-policy", "same-origin");
  response.headers.set("x-content-type-options", "nosniff");
  return response;
}
