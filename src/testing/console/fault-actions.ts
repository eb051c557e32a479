/** Arms and disarms faults over HTTP: all that a test's script can do. */
import type { FakePaymentService } from "../service/fake-payment-service.js";
import type { FaultParameter } from "../service/faults/fault-parameters.js";
import { faultRows } from "../service/faults/fault-rows.js";
import { randomShape } from "../service/faults/fault-script.js";
import { targetRule } from "../service/faults/fault-target.js";
import { type FakeFault, fault } from "../service/faults/faults.js";
import { type Rule, readField, readFields } from "../service/fields.js";
import * as is from "../service/is.js";
import { isObject } from "../service/rules/received-values.js";
import { type Actions, action } from "./action.js";
import { armedByName, faultKinds } from "./fault-kinds.js";

export function faultActionsOn({ faults }: FakePaymentService): Actions {
  const given = { when: is.optional(is.text), operation: is.text, fault: namedFault, only: targetRule };
  const random = { ...randomShape, when: is.text, faults: is.listOf("a list of faults", namedFault) };
  const armedAfter = (_done: unknown) => ({ armed: faults.armed.map(armedByName) });
  const ways = {
    next: action(given, ({ operation, fault, only }) => armedAfter(faults.next(operation, fault, only))),
    every: action({ ...given, n: is.number }, ({ n, operation, fault, only }) =>
      armedAfter(faults.every(n, operation, fault, only)),
    ),
    random: action(random, ({ when, ...options }) => armedAfter(faults.random(options))),
  };
  const way = is.oneOf(["next", "every", "random"]);
  return {
    faults: (name, fields) => ways[readField("when", fields["when"] ?? "next", way)](name, fields),
    disarm: action({ id: is.number }, ({ id }) => armedAfter(faults.disarm(id))),
    "clear-faults": action({}, () => armedAfter(faults.clear())),
  };
}

const kindName = is.oneOf(faultKinds.map(({ name }) => name));

/** A fault by its name, with parameters or without. */
const namedFault = is.rule("a name, or an object with a name and its parameters", (value): FakeFault | undefined => {
  const given = typeof value === "string" ? { name: value } : value;
  if (!isObject(given)) return undefined;
  const { name, ...parameters } = given as Readonly<Record<string, unknown>>;
  const known = readField("fault", name, kindName);
  const { parameters: asked } = faultKinds.find((each) => each.name === known) as (typeof faultKinds)[number];
  const shape = Object.fromEntries(Object.entries(asked).map(([each, parameter]) => [each, ruleOf(parameter)]));
  const read: Readonly<Record<string, unknown>> = readFields(`fault ${known}`, parameters, shape);
  const make = fault[known] as (...given: unknown[]) => FakeFault;
  const { alone } = faultRows[known];
  if (alone === undefined) return make(read);
  const { [alone]: first = (asked[alone] as FaultParameter).defaultValue, ...others } = read;
  return make(first, others);
});

const textOrNull = is.rule("text", (value) => (typeof value === "string" || value === null ? value : undefined));
const rules = { number: is.number, text: textOrNull, checkbox: is.flag };

function ruleOf({ options, type, required }: FaultParameter): Rule<unknown> {
  const asked: Rule<unknown> = options ? is.oneOf(Object.keys(options)) : rules[type];
  return required ? asked : is.optional(asked);
}
