/** Arms and disarms faults over HTTP: all that a test's script can do. */
import * as z from "zod/mini";
import { optionsOf, readOption, readOptions } from "../../model/options.js";
import { report } from "../../model/schema.js";
import type { FakePaymentService } from "../service/fake-payment-service.js";
import { faultRows } from "../service/faults/fault-rows.js";
import { randomShape } from "../service/faults/fault-script.js";
import { targetSchema } from "../service/faults/fault-target.js";
import { type FakeFault, fault as faultMakers } from "../service/faults/faults.js";
import { number } from "../service/number-rules.js";
import { isObject } from "../service/rules/received-values.js";
import { type Actions, action } from "./action.js";
import { armedByName, faultKinds } from "./fault-kinds.js";

export function faultActionsOn({ faults }: FakePaymentService): Actions {
  const when = z.exactOptional(z.string());
  const given = { when, operation: z.string(), fault: namedFault, only: z.exactOptional(targetSchema) };
  const random = { ...randomShape, when, faults: z.array(namedFault) };
  const armedAfter = (_done: unknown) => ({ armed: faults.armed.map(armedByName) });
  const ways = {
    next: action(given, ({ operation, fault, only }) => armedAfter(faults.next(operation, fault, only))),
    every: action({ ...given, n: number }, ({ n, operation, fault, only }) =>
      armedAfter(faults.every(n, operation, fault, only)),
    ),
    random: action(random, ({ when, ...options }) => armedAfter(faults.random(options))),
  };
  const way = z.enum(["next", "every", "random"]);
  return {
    faults: (name, fields) => ways[readOption(name, "when", way, fields["when"] ?? "next")](name, fields),
    disarm: action({ id: number }, ({ id }) => armedAfter(faults.disarm(id))),
    "clear-faults": action({}, () => armedAfter(faults.clear())),
  };
}

const kindName = z.enum(faultKinds.map(({ name }) => name));

/** A fault by its name, with parameters or without. `fault` itself reads their values. */
const namedFault = z.transform((value: unknown, payload): FakeFault => {
  const given = typeof value === "string" ? { name: value } : value;
  if (!isObject(given)) {
    report(payload, { code: "wrong_type", rule: "must be a name, or an object with a name and its parameters" });
    return z.NEVER;
  }
  const { name, ...parameters } = given as Readonly<Record<string, unknown>>;
  const kind = readOption("faults", "fault", kindName, name);
  const { parameters: known } = faultKinds.find((each) => each.name === kind) as (typeof faultKinds)[number];
  const anything = Object.keys(known).map((each) => [each, z.optional(z.unknown())]);
  readOptions(`fault ${kind}`, optionsOf(Object.fromEntries(anything)), parameters);
  const make = faultMakers[kind] as (...given: unknown[]) => FakeFault;
  const { alone } = faultRows[kind];
  if (alone === undefined) return make(parameters);
  const { [alone]: first = known[alone]?.defaultValue, ...others } = parameters;
  return make(first, others);
});
