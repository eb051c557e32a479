/** The control API: what a test does in process, for a test in any language and for the page. */
import * as z from "zod/mini";
import { report } from "../../model/schema.js";
import type { FakePaymentService } from "../service/fake-payment-service.js";
import { targetSchema } from "../service/faults/fault-script.js";
import { type FakeFault, fault } from "../service/faults/faults.js";
import { number, optionsOf, partialOf, readOptions } from "../service/input.js";
import { authorizeShape } from "../service/rules/authorizations.js";
import { bodyFields, type JsonObject } from "../service/rules/json.js";
import { isObject } from "../service/rules/received-values.js";
import { sellSchema, sellShape } from "../service/rules/sales.js";
import { ControlRejection } from "./caller-check.js";
import { finalizeAsCaller } from "./caller-outcome.js";
import { faultControls, faultNames, playableFaults } from "./playable-faults.js";
import { armedFaults, shownState } from "./shown-state.js";
import { stateEvents } from "./state-events.js";

/** Changes the fake, and returns the fields of the response. */
type Action = (name: string, fields: JsonObject) => unknown;

function action<T>(schema: z.ZodMiniType<T>, act: (fields: T) => unknown): Action {
  return (name, fields) => act(readOptions(name, schema, fields));
}

/** The faults whose first parameter is an argument by itself, before an object with the others. */
const takesAlone = ["late", "delay", "trickle", "status", "error"];

const anything = z.exactOptional(z.unknown());
const everyParameter = Object.fromEntries(Object.keys(faultControls).map((each) => [each, anything]));

/** A fault by its name, with parameters or without. `fault` itself reads their values. */
const namedFault = z.transform((value: unknown, payload): FakeFault => {
  const given = typeof value === "string" ? { name: value } : value;
  if (!isObject(given)) {
    report(payload, { code: "wrong_type", rule: "must be a name, or an object with a name and its parameters" });
    return z.NEVER;
  }
  const { name: kind } = readOptions("fault", optionsOf({ name: z.enum(faultNames), ...everyParameter }), given);
  const { name: _name, ...parameters } = given as Readonly<Record<string, unknown>>;
  const [, , , ...known] = playableFaults[kind];
  readOptions(`fault ${kind}`, optionsOf(Object.fromEntries(known.map((each) => [each, anything]))), parameters);
  const make = fault[kind] as (...given: unknown[]) => FakeFault;
  if (!takesAlone.includes(kind)) return make(parameters);
  const { [String(known[0])]: alone, ...others } = parameters;
  return make(alone, others);
});

const ofTransaction = optionsOf({ transactionId: z.string() });
const nothing = optionsOf({});

function actionsOn(service: FakePaymentService, basePath: string): Readonly<Record<string, Action>> {
  const { clock, faults } = service;
  const armed = () => ({ armed: armedFaults(service) });
  return {
    sell: action(sellSchema, (options) => service.sell(options)),
    authorize: action(optionsOf({ orderId: z.string(), ...authorizeShape }), ({ orderId, ...options }) =>
      service.authorize(orderId, options),
    ),
    finalize: action(
      optionsOf({ transactionId: z.string(), totalAmount: sellShape.totalAmount, lineItems: sellShape.lineItems }),
      (fields) => finalizeAsCaller(service, basePath, fields),
    ),
    annul: action(ofTransaction, ({ transactionId }) => service.annul(transactionId)),
    "complete-pending": action(ofTransaction, ({ transactionId }) => service.completePending(transactionId)),
    "deliver-late": action(nothing, () => service.deliverLate()),
    faults: action(
      optionsOf({
        operation: z.string(),
        fault: namedFault,
        n: z.exactOptional(number),
        only: z.exactOptional(targetSchema),
      }),
      ({ operation, fault, n, only }) => {
        if (n === undefined) faults.next(operation, fault, only);
        else faults.every(n, operation, fault, only);
        return armed();
      },
    ),
    "clear-faults": action(partialOf({ id: number }), ({ id }) => {
      if (id === undefined) faults.clear();
      else faults.disarm(id);
      return armed();
    }),
    clock: action(partialOf({ advanceMs: number, set: z.string() }), ({ advanceMs, set }) => {
      if (advanceMs !== undefined && set === undefined) clock.advance(advanceMs);
      else if (advanceMs === undefined && set !== undefined) clock.set(new Date(set));
      else throw new ControlRejection(400, "The clock takes advanceMs or set, and one of them only.");
      return { now: clock.now().toISOString() };
    }),
    reset: action(nothing, () => {
      service.reset();
      return armed();
    }),
  };
}

export function jsonResponse(response: unknown, status = 200): Response {
  return Response.json(response ?? {}, { status, headers: { "content-type": "application/json; charset=utf-8" } });
}

/**
 * Responds to the requests of the control API, each named by the last part of its path.
 *
 * @param basePath - The path under which the service's own paths stand.
 * @throws ControlRejection
 */
export function controlApi(service: FakePaymentService, basePath: string) {
  const actions = actionsOn(service, basePath);
  const pageState = (search: string) => ({ ...shownState(service, search, 50), basePath, password: service.password });
  return async (request: Request, name: string): Promise<Response> => {
    const { method, url } = request;
    if (method === "GET" && name === "state") return jsonResponse(shownState(service));
    if (method === "GET" && name === "events") {
      const search = new URL(url).searchParams.get("search") ?? "";
      return stateEvents(service, () => pageState(search));
    }
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    const fields = bodyFields(await request.text());
    if (!action && name !== "state" && name !== "events") throw new ControlRejection(404, "There is no such path.");
    if (!action || method !== "POST") throw new ControlRejection(405, `${method} is not for this path.`);
    if (!fields) throw new ControlRejection(400, "The body must be a JSON object.");
    try {
      return jsonResponse(await action(name, fields), ["sell", "authorize", "finalize"].includes(name) ? 201 : 200);
    } catch (error) {
      if (error instanceof ControlRejection) throw error;
      // A value is invalid, or it breaks a rule of the service.
      const isInvalid = error instanceof TypeError || error instanceof RangeError;
      throw new ControlRejection(isInvalid ? 400 : 409, (error as Error).message);
    }
  };
}
