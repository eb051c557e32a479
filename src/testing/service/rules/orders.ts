/** What makes an order: its fields, their limits, and the two forms. */
import { type FakeLineItem, FieldReader, sumError } from "./field-reader.js";
import { hasOnly, type PlainObject } from "./received-values.js";
import type { FakeFieldError } from "./status-catalogue.js";

/** An order that the fake has registered; amounts are text with the scale they were sent with. */
export interface FakeOrder {
  readonly orderId: string;
  /** A simple order carries only its number, total and currency. */
  readonly form: "simple" | "detailed";
  readonly orderNumber: string;
  readonly totalAmount: string;
  readonly currencyCode: string;
  /** Empty for a simple order. */
  readonly lineItems: readonly FakeLineItem[];
  readonly billTo?: PlainObject;
  readonly shipTo?: PlainObject;
  readonly customer?: PlainObject;
  readonly salesChannel?: string;
  readonly salesLocationId?: string;
  readonly orderDescription?: string;
  readonly purchaseReference?: string;
  readonly merchantReference?: string;
}

/** The fields of an order that can be registered, or every fault in them. */
export type ReadOrder = { readonly order: Omit<FakeOrder, "orderId"> } | { readonly errors: readonly FakeFieldError[] };

export function formOf(values: object): FakeOrder["form"] {
  return hasOnly(values, ["orderNumber", "totalAmount", "currencyCode"]) ? "simple" : "detailed";
}

export function readOrder(values: object, form: FakeOrder["form"]): ReadOrder {
  const fields = new FieldReader(values);
  const required = form === "detailed";
  const orderNumber = fields.text("orderNumber", { required: true, length: [4, 50] });
  const totalAmount = fields.amount("totalAmount");
  const currencyCode = fields.text("currencyCode", {
    required: true,
    length: [2, 3],
    shape: /^([A-Za-z]{3}|\d{2,3})$/,
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
  const wrongSum = sumError(lineItems, totalAmount);
  if (wrongSum) return { errors: [wrongSum] };
  return { order: { form, orderNumber, totalAmount, currencyCode, lineItems, ...given(optional) } };
}

/** Leaves out what was not given, so that an order reads, and compares, as it was sent. */
function given<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
