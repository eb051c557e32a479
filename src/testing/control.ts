/** The fake's own paths beside those of the service: its state, what can be done to it, and its page. */
import { type Action, actionsOn, fieldsOf } from "./control-actions.js";
import { stateEvents } from "./control-events.js";
import { ArmedFaults, serverFaults } from "./control-faults.js";
import { checkCaller, checkHost } from "./control-guard.js";
import { ControlRefusal } from "./control-refusal.js";
import { latestOf, type ShownState, wholeState } from "./control-state.js";
import type { FakePaymentService } from "./fake-payment-service.js";
import type { ServiceBehindHttp } from "./http.js";
import { pageResponse } from "./page.js";

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
  readonly #armed: ArmedFaults;
  readonly #actions: Readonly<Record<string, Action>>;
  readonly #watchers = new Set<() => void>();
  #run = crypto.randomUUID();
  /** To be called when the server stops. */
  readonly close: () => void;

  constructor(service: FakePaymentService, options: ControlOptions) {
    this.#service = service;
    this.#options = options;
    this.#armed = new ArmedFaults(service.faults);
    this.#actions = actionsOn(service, this.#armed);
    this.close = service.subscribe((request) => {
      if (request === undefined && isEmpty(service)) this.#startOver();
      this.#changed();
    });
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

  /** The service as a call meets it: what was armed here strikes, and is recorded, under its name. */
  serviceForCall(): ServiceBehindHttp {
    const service = this.#service;
    let struck: string | undefined;
    return {
      merchantId: service.merchantId,
      password: service.password,
      createOrder: (values, form) => service.createOrder(values, form),
      finalize: (values) => service.finalize(values),
      faults: {
        take: (operation) => {
          const fault = service.faults.take(operation);
          struck = this.#armed.struck(fault);
          return fault;
        },
      },
      record: (request) => service.record(struck === undefined ? request : { ...request, fault: struck }),
    };
  }

  async #controlAnswer(request: Request, name: string): Promise<Response> {
    const { method } = request;
    const reading = Object.hasOwn(this.#reading, name) ? this.#reading[name] : undefined;
    const action = Object.hasOwn(this.#actions, name) ? this.#actions[name] : undefined;
    if (reading && method === "GET") return reading();
    if (action && method === "POST") {
      const { httpStatus, answer } = action(fieldsOf(await request.text()));
      this.#changed();
      return json(answer, httpStatus);
    }
    if (reading || action) throw new ControlRefusal(405, `${method} is not for this path.`);
    throw new ControlRefusal(404, "There is no such path.");
  }

  readonly #reading: Readonly<Record<string, () => Response>> = {
    state: () => json(this.#state()),
    events: () =>
      stateEvents(
        (changed) => {
          this.#watchers.add(changed);
          return () => this.#watchers.delete(changed);
        },
        () => latestOf(this.#state()),
      ),
    faults: () => json(serverFaults.map(({ name, group, description }) => ({ name, group, description }))),
  };

  #state(): ShownState {
    return wholeState(this.#service, this.#run, this.#armed.waiting());
  }

  #startOver(): void {
    this.#armed.forget();
    this.#run = crypto.randomUUID();
  }

  #changed(): void {
    for (const changed of this.#watchers) changed();
  }
}

/** A program that asks for the root gets the service's own answer. */
function isForPage({ method, headers }: Request, pathname: string): boolean {
  return method === "GET" && pathname === "/" && (headers.get("accept") ?? "").includes("text/html");
}

/** Only a reset leaves nothing behind. */
function isEmpty({ orders, authorizations, finalizations, requests }: FakePaymentService): boolean {
  return [orders, authorizations, finalizations, requests].every((state) => state.length === 0);
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
