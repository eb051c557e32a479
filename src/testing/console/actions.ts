/** What can be done to the fake over HTTP: the same that a test does in process. */
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from "../../wire/json.js";
import type { FakePaymentService } from "../service/fake-payment-service.js";
import type { Fault } from "../service/faults/faults.js";
import type { FakeOperation } from "../service/http/routes.js";
import type { FakePaymentMethod } from "../service/rules/payment-methods.js";
import { amountText } from "../service/rules/received-values.js";
import { ControlRefusal } from "./control-refusal.js";
import { serverFaults, shownFault } from "./listed-faults.js";

/** The operations, in words. */
export const operationLabels: Readonly<Record<FakeOperation, string>> = {
  createOrder: "Create order",
  finalize: "Finalize",
};

/** The payment methods, in words. */
export const paymentMethodLabels: Readonly<Record<FakePaymentMethod, string>> = {
  card: "Card",
  invoice: "Invoice",
  installments: "Installments",
  paypal: "PayPal",
  swish: "Swish",
  internet_bank: "Internet bank",
  other: "Other",
};

/** An action: what it answers, and with which HTTP status. */
export type Action = (fields: JsonObject) => { readonly httpStatus: 200 | 201; readonly answer: object };

/** The actions by the last part of their path; each is a POST with a JSON object. */
export function actionsOn(service: FakePaymentService): Readonly<Record<string, Action>> {
  const waiting = () => ({ httpStatus: 200, answer: { armed: service.faults.armed.map(shownFault) } }) as const;
  return {
    authorize(fields) {
      checkNames(fields, ["orderId", "paymentMethod", "amount", "pending"]);
      const orderId = text(fields, "orderId");
      const { amount, pending = false } = fields;
      if (typeof pending !== "boolean") throw new ControlRefusal(400, "pending must be true or false.");
      const options = { paymentMethod: oneOf(fields, "paymentMethod", paymentMethodLabels), pending };
      const given = amount === undefined ? {} : { amount: decimal(amount) };
      return { httpStatus: 201, answer: byRule(() => service.authorize(orderId, { ...options, ...given })) };
    },
    annul(fields) {
      checkNames(fields, ["transactionId"]);
      byRule(() => service.annul(text(fields, "transactionId")));
      return { httpStatus: 200, answer: {} };
    },
    "settle-pending"(fields) {
      checkNames(fields, ["transactionId"]);
      byRule(() => service.settlePending(text(fields, "transactionId")));
      return { httpStatus: 200, answer: {} };
    },
    faults(fields) {
      checkNames(fields, ["operation", "fault"]);
      const operation = oneOf(fields, "operation", operationLabels);
      const named = Object.fromEntries(serverFaults.map(({ fault }) => [fault.name, fault]));
      const name = oneOf(fields, "fault", named);
      byRule(() => service.faults.next(operation, named[name] as Fault));
      return waiting();
    },
    "clear-faults"(fields) {
      checkNames(fields, []);
      service.faults.clear();
      return waiting();
    },
    reset(fields) {
      checkNames(fields, []);
      service.reset();
      return waiting();
    },
  };
}

/** The JSON object of a request; an empty body is an empty one. Numbers keep their digits. */
export function fieldsOf(body: string): JsonObject {
  const value = body.trim() === "" ? {} : parsed(body);
  if (value !== undefined && isJsonObject(value)) return value;
  throw new ControlRefusal(400, "The body must be a JSON object.");
}

function parsed(body: string): JsonValue | undefined {
  try {
    return parseJson(body);
  } catch {
    return undefined;
  }
}

/** The service's own rules, which it states by throwing. */
function byRule<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw new ControlRefusal(409, (error as Error).message);
  }
}

function checkNames(fields: JsonObject, known: readonly string[]): void {
  const unknown = Object.keys(fields).filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new ControlRefusal(400, `Unknown: ${unknown.join(", ")}.`);
}

function text(fields: JsonObject, name: string): string {
  const value = fields[name];
  if (typeof value !== "string" || value === "") throw new ControlRefusal(400, `${name} must be text.`);
  return value;
}

function oneOf<Key extends string>(fields: JsonObject, name: string, choices: Readonly<Record<Key, unknown>>): Key {
  const value = text(fields, name);
  if (Object.hasOwn(choices, value)) return value as Key;
  throw new ControlRefusal(400, `${name} must be one of: ${Object.keys(choices).join(", ")}.`);
}

function decimal(value: JsonObject[string]): string {
  const amount = amountText(value);
  if (amount === undefined) throw new ControlRefusal(400, 'amount must be a decimal, for instance "125.00".');
  return amount;
}
