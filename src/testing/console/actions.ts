/** What can be done to the fake over HTTP: the same that a test does in process. */
import type { FakePaymentService } from "../service/fake-payment-service.js";
import type { Fault } from "../service/faults/faults.js";
import type { JsonObject } from "../service/rules/json.js";
import {
  amountField,
  checkNames,
  choiceField,
  flagField,
  given,
  optionalAmount,
  optionalObjects,
  optionalText,
  textField,
} from "./action-fields.js";
import { ControlRefusal } from "./control-refusal.js";
import { operationLabels, paymentMethodLabels } from "./labels.js";
import { armedByName, listedFaults } from "./listed-faults.js";

/** An action: what it answers, and with which HTTP status. */
export type Action = (fields: JsonObject) => { readonly httpStatus: 200 | 201; readonly answer: object };

const faultsByName = Object.fromEntries(listedFaults.map(({ fault }) => [fault.name, fault]));

/** The actions by the last part of their path; each is a POST with a JSON object. */
export function actionsOn(service: FakePaymentService): Readonly<Record<string, Action>> {
  const nowArmed = () => ({ httpStatus: 200, answer: { armed: service.faults.armed.map(armedByName) } }) as const;
  return {
    sell(fields) {
      checkNames(fields, ["paymentMethod", "amount", "currency", "lineItems", "orderNumber", "pending"]);
      const options = given({
        paymentMethod: choiceField(fields, "paymentMethod", paymentMethodLabels),
        amount: amountField(fields, "amount"),
        currency: optionalText(fields, "currency"),
        lineItems: optionalObjects(fields, "lineItems"),
        orderNumber: optionalText(fields, "orderNumber"),
        pending: flagField(fields, "pending"),
      });
      return { httpStatus: 201, answer: attempt(() => service.sell(options)) };
    },
    authorize(fields) {
      checkNames(fields, ["orderId", "paymentMethod", "amount", "pending"]);
      const orderId = textField(fields, "orderId");
      const options = given({
        paymentMethod: choiceField(fields, "paymentMethod", paymentMethodLabels),
        pending: flagField(fields, "pending"),
        amount: optionalAmount(fields, "amount"),
      });
      return { httpStatus: 201, answer: attempt(() => service.authorize(orderId, options)) };
    },
    annul(fields) {
      checkNames(fields, ["transactionId"]);
      const transactionId = textField(fields, "transactionId");
      attempt(() => service.annul(transactionId));
      return { httpStatus: 200, answer: {} };
    },
    "settle-pending"(fields) {
      checkNames(fields, ["transactionId"]);
      const transactionId = textField(fields, "transactionId");
      attempt(() => service.settlePending(transactionId));
      return { httpStatus: 200, answer: {} };
    },
    faults(fields) {
      checkNames(fields, ["operation", "fault"]);
      const operation = choiceField(fields, "operation", operationLabels);
      const name = choiceField(fields, "fault", faultsByName);
      attempt(() => service.faults.next(operation, faultsByName[name] as Fault));
      return nowArmed();
    },
    "clear-faults"(fields) {
      checkNames(fields, []);
      service.faults.clear();
      return nowArmed();
    },
    reset(fields) {
      checkNames(fields, []);
      service.reset();
      return nowArmed();
    },
  };
}

/** Refuses what the service refuses: it throws an error that names the rule. */
function attempt<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw new ControlRefusal(409, (error as Error).message);
  }
}
