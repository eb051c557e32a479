/** What makes an order: its fields, their limits, and the two forms. */
import { precisionError } from "./currencies.js";
import { FieldReader } from "./field-reader.js";
import { type FakeLineItem, sumError } from "./line-items.js";
import { hasOnlyFields, type ReceivedFields } from "./received-values.js";
import { type FakeFieldError, type FakeStatus, fieldError } from "./status-catalogue.js";

/** An order that the fake has registered; amounts are text with the scale they were sent with. */
export interface FakeOrder {
  readonly orderId: string;
  /** How it was sent: simple with its number, total and currency alone. What it may carry later goes by its lines. */
  readonly form: "simple" | "detailed";
  readonly orderNumber: string;
  readonly totalAmount: string;
  readonly currencyCode: string;
  /** Empty for a simple order. */
  readonly lineItems: readonly FakeLineItem[];
  readonly billTo?: ReceivedFields;
  readonly shipTo?: ReceivedFields;
  readonly customer?: ReceivedFields;
  readonly salesChannel?: string;
  readonly salesLocationId?: string;
  readonly orderDescription?: string;
  readonly purchaseReference?: string;
  readonly merchantReference?: string;
}

/** The service's response to a created order; `orderId` is left out when it was rejected. */
export interface CreateOrderResponse {
  readonly status: FakeStatus;
  readonly orderId?: string;
}

/** An order that can be registered, or every error in its fields. */
export type OrderOrErrors =
  | { readonly order: Omit<FakeOrder, "orderId"> }
  | { readonly errors: readonly FakeFieldError[] };

export function formOf(values: object): FakeOrder["form"] {
  return hasOnlyFields(values, ["orderNumber", "totalAmount", "currencyCode"]) ? "simple" : "detailed";
}

export function readOrder(values: object, form: FakeOrder["form"]): OrderOrErrors {
  const fields = new FieldReader(values);
  const required = form === "detailed";
  const orderNumber = fields.text("orderNumber", { required: true, length: [4, 50] });
  const totalAmount = fields.amount("totalAmount");
  const currencyCode = fields.text("currencyCode", {
    required: true,
    length: [2, 3],
    pattern: /^([A-Za-z]{3}|\d{2,3})$/,
  });
  const lineItems = fields.lineItems({ required });
  const optional = {
    billTo: fields.object("billTo", { required }),
    shipTo: fields.object("shipTo"),
    customer: fields.object("customer"),
    salesChannel: fields.text("salesChannel", { length: [0, 50] }),
    salesLocationId: fields.text("salesLocationId", { length: [0, 50] }),
    orderDescription: fields.text("orderDescription", { length: [1, 255] }),
    purchaseReference: fields.text("purchaseReference", { length: [30, 30] }),
    merchantReference: fields.text("merchantReference", { length: [1, 40] }),
  };

  if (fields.errors.length > 0 || !orderNumber || !totalAmount || !currencyCode) return { errors: fields.errors };
  const tooPrecise = precisionError(totalAmount, currencyCode);
  const wrong = tooPrecise ? fieldError("Predicate", "totalAmount", tooPrecise) : sumError(lineItems, totalAmount);
  if (wrong) return { errors: [wrong] };
  return { order: { form, orderNumber, totalAmount, currencyCode, lineItems, ...withoutUndefined(optional) } };
}

type WithoutUndefined<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

/** Leaves out what was not given, so that an order reads, and compares, as it was sent. */
function withoutUndefined<T extends object>(fields: T): WithoutUndefined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as WithoutUndefined<T>;
}
