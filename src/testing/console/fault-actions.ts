/** Arms and disarms faults over HTTP: all that a test's script can do. */
import type { FakePaymentService } from "../service/fake-payment-service.js";
import type { FaultTarget } from "../service/faults/fault-target.js";
import type { Fault } from "../service/faults/faults.js";
import { isJsonObject } from "../service/rules/json.js";
import type { Actions, Reader } from "./action.js";
import { action, flag, list, number, object, oneOf, optional, readFields, text, textOrNull } from "./action.js";
import { ControlRejection } from "./control-rejection.js";
import { armedByName, type FaultParameter, faultKinds } from "./fault-kinds.js";

export function faultActionsOn(service: FakePaymentService): Actions {
  const { faults } = service;
  const operation: Reader<string> = (value, name) => oneOf(service.operations.names)(value, name);
  const given = { when: optional(text), operation, fault: readFault, only: optional(readTarget) };
  const random = {
    ...{ when: text, seed: number, rate: number, only: optional(readTarget) },
    ...{ faults: readFaults, operation: optional(operation) },
  };
  const armedAfter = (_done: unknown) => ({ armed: faults.armed.map(armedByName) });
  const ways = {
    next: action(given, ({ operation, fault, only }) => armedAfter(faults.next(operation, fault, only))),
    every: action({ ...given, n: number }, ({ n, operation, fault, only }) =>
      armedAfter(faults.every(n, operation, fault, only)),
    ),
    random: action(random, ({ when, ...options }) => armedAfter(faults.random(options))),
  };
  return {
    faults: (fields) => ways[oneOf(["next", "every", "random"])(fields["when"] ?? "next", "when")](fields),
    disarm: action({ id: number }, ({ id }) => armedAfter(faults.disarm(id))),
    "clear-faults": action({}, () => armedAfter(faults.clear())),
  };
}

const readFaults: Reader<Fault[]> = (value, name) => list(value, name).map((each) => readFault(each, "fault"));

const target = { orderId: optional(text), transactionId: optional(text), orderNumber: optional(text) };
const readTarget: Reader<FaultTarget> = (value, name) => readFields(object(value, name), target);

const readers = { number, text: textOrNull, checkbox: flag };

function parameterReader({ options, type, required }: FaultParameter): Reader<unknown> {
  const read = options ? oneOf(Object.keys(options)) : readers[type];
  return required ? read : optional<unknown>(read);
}

/** A fault by its name, with parameters or without. */
const readFault: Reader<Fault> = (value) => {
  const given = typeof value === "string" ? { name: value } : value;
  if (given === undefined || !isJsonObject(given)) {
    throw new ControlRejection(400, "fault must be a name, or an object with a name and its parameters.");
  }
  const { name, ...parameters } = given;
  const known = oneOf(faultKinds.map((each) => each.name))(text(name, "name"), "fault");
  const kind = faultKinds.find((each) => each.name === known) as (typeof faultKinds)[number];
  const shape = Object.entries(kind.parameters).map(([each, parameter]) => [each, parameterReader(parameter)]);
  return kind.make(readFields(parameters, Object.fromEntries(shape)) as never);
};
