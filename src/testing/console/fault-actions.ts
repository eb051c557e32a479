/** Arms and disarms faults over HTTP: all that a test's script can do. */
import type { FakePaymentService } from "../service/fake-payment-service.js";
import type { FaultTarget } from "../service/faults/fault-target.js";
import { isJsonObject, type JsonObject } from "../service/rules/json.js";
import { type Actions, attempt } from "./action.js";
import { checkNames, choiceField, given, numberField, optionalText } from "./action-fields.js";
import { ControlRejection } from "./control-rejection.js";
import { faultNamed } from "./fault-names.js";
import { armedByName } from "./listed-faults.js";

type Arm = (fields: JsonObject) => () => number;

export function faultActionsOn(service: FakePaymentService): Actions {
  const { faults } = service;
  const operationField = (fields: JsonObject) => {
    return choiceField(fields, "operation", Object.fromEntries(service.operations.names.map((name) => [name, true])));
  };
  const nowArmed = () => ({ httpStatus: 200, response: { armed: faults.armed.map(armedByName) } }) as const;

  /** By when they strike; each reads its fields, and gives what then arms. */
  const ways: Readonly<Record<"next" | "every" | "random", Arm>> = {
    next(fields) {
      checkNames(fields, ["when", "operation", "fault", "only"]);
      const operation = operationField(fields);
      const fault = faultNamed(fields["fault"]);
      const only = targetField(fields);
      return () => faults.next(operation, fault, only);
    },
    every(fields) {
      checkNames(fields, ["when", "n", "operation", "fault", "only"]);
      const n = numberField(fields, "n");
      const operation = operationField(fields);
      const fault = faultNamed(fields["fault"]);
      const only = targetField(fields);
      return () => faults.every(n, operation, fault, only);
    },
    random(fields) {
      checkNames(fields, ["when", "seed", "rate", "faults", "operation", "only"]);
      const { operation, faults: listed } = fields;
      if (!Array.isArray(listed)) throw new ControlRejection(400, "faults must be a list.");
      const options = given({
        seed: numberField(fields, "seed"),
        rate: numberField(fields, "rate"),
        faults: listed.map(faultNamed),
        operation: operation === undefined ? undefined : operationField(fields),
        only: targetField(fields),
      });
      return () => faults.random(options);
    },
  };

  return {
    faults(fields) {
      const when = fields["when"] === undefined ? "next" : choiceField(fields, "when", ways);
      attempt(ways[when](fields));
      return nowArmed();
    },
    disarm(fields) {
      checkNames(fields, ["id"]);
      faults.disarm(numberField(fields, "id"));
      return nowArmed();
    },
    "clear-faults"(fields) {
      checkNames(fields, []);
      faults.clear();
      return nowArmed();
    },
  };
}

function targetField({ only }: JsonObject): FaultTarget | undefined {
  if (only === undefined) return undefined;
  if (only === null || !isJsonObject(only)) throw new ControlRejection(400, "only must be an object.");
  checkNames(only, ["orderId", "transactionId", "orderNumber"]);
  const [orderId, transactionId, orderNumber] = ["orderId", "transactionId", "orderNumber"].map((name) =>
    optionalText(only, name),
  );
  return given({ orderId, transactionId, orderNumber });
}
