/** Arms and disarms faults over HTTP: all that a test's script can do. */

import { type FieldRule, readField, readFields, required } from "../../model/fields.js";
import * as is from "../../model/is.js";
import type { FakePaymentService } from "../service/fake-payment-service.js";
import { faultRows } from "../service/faults/fault-rows.js";
import { randomShape } from "../service/faults/fault-script.js";
import { targetRule } from "../service/faults/fault-target.js";
import { type FakeFault, fault as faultMakers } from "../service/faults/faults.js";
import { number } from "../service/number-rules.js";
import { isObject } from "../service/rules/received-values.js";
import { type Actions, action } from "./action.js";
import { armedByName, faultKinds } from "./fault-kinds.js";

export function faultActionsOn({ faults }: FakePaymentService): Actions {
  const given = { when: is.text, operation: required(is.text), fault: required(namedFault), only: targetRule };
  const random = { ...randomShape, when: is.text, faults: required(is.listOf(namedFault)) };
  const armedAfter = (_done: unknown) => ({ armed: faults.armed.map(armedByName) });
  const ways = {
    next: action(given, ({ operation, fault, only }) => armedAfter(faults.next(operation, fault, only))),
    every: action({ ...given, n: required(number) }, ({ n, operation, fault, only }) =>
      armedAfter(faults.every(n, operation, fault, only)),
    ),
    random: action(random, ({ when, ...options }) => armedAfter(faults.random(options))),
  };
  const way = is.oneOf(["next", "every", "random"]);
  return {
    faults: (name, fields) => ways[readField("when", fields["when"] ?? "next", way)](name, fields),
    disarm: action({ id: required(number) }, ({ id }) => armedAfter(faults.disarm(id))),
    "clear-faults": action({}, () => armedAfter(faults.clear())),
  };
}

const kindName = is.oneOf(faultKinds.map(({ name }) => name));

/** A fault by its name, with parameters or without. `fault` itself reads their values. */
const namedFault: FieldRule<FakeFault> = (value, fault) => {
  const given = typeof value === "string" ? { name: value } : value;
  if (!isObject(given)) return fault("must be a name, or an object with a name and its parameters");
  const { name, ...parameters } = given as Readonly<Record<string, unknown>>;
  const kind = readField("fault", name, kindName);
  const { parameters: known } = faultKinds.find((each) => each.name === kind) as (typeof faultKinds)[number];
  readFields(`fault ${kind}`, parameters, Object.fromEntries(Object.keys(known).map((each) => [each, is.any])));
  const make = faultMakers[kind] as (...given: unknown[]) => FakeFault;
  const { alone } = faultRows[kind];
  if (alone === undefined) return make(parameters);
  const { [alone]: first = known[alone]?.defaultValue, ...others } = parameters;
  return make(first, others);
};
