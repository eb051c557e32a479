/** What makes an order: its fields, their limits, and the two forms. */
import { precisionError, type Waived } from "./currencies.js";
import { FieldReader } from "./field-reader.js";
import { type FakeLineItem, sumError } from "./line-items.js";
import { isSameKey, type ReceivedFields, withoutUndefined } from "./received-values.js";
import type { FakeFieldError, FakeStatus } from "./status-catalogue.js";

/** An order that the fake has registered; amounts are text with the scale they were sent with. */
export interface FakeOrder {
  readonly orderId: string;
  /** How it was sent: simple means only number, total and currency. Finalizations depend on `lineItems`, not on this. */
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

/** The service's response to a created order; `orderId` is absent if it was rejected. */
export interface CreateOrderResponse {
  readonly status: FakeStatus;
  readonly orderId?: string;
}

export function formOf(values: object): FakeOrder["form"] {
  const isOfSimple = (key: string) =>
    ["orderNumber", "totalAmount", "currencyCode"].some((name) => isSameKey(name, key));
  const present = Object.entries(Object(values)).filter(([, value]) => value !== undefined && value !== null);
  return present.every(([key]) => isOfSimple(key)) ? "simple" : "detailed";
}

/** Fields of a customer that the contract shows as text. */
const customerTexts = "CustomerId GovernmentId EmailAddress Name.CompanyName Name.FirstName Name.LastName".split(" ");

/** An order that can be registered, or every error in its fields. */
export function readOrder(
  values: object,
  form: FakeOrder["form"],
  waived: Waived,
): { readonly order: Omit<FakeOrder, "orderId"> } | { readonly errors: readonly FakeFieldError[] } {
  const fields = new FieldReader("createOrder", values, waived);
  const required = form === "detailed";
  const orderNumber = fields.text("orderNumber", { required: true, length: [4, 50] });
  const totalAmount = fields.amount("totalAmount");
  const isoCode = /^([A-Z]{3}|\d{2,3})$/;
  const currencyCode = fields.text("currencyCode", { required: true, length: [2, 3], pattern: isoCode });
  const lineItems = fields.lineItems({ required });
  const leastOfReference = waived.has("purchaseReferenceLength") ? 0 : 30;
  const optional = {
    billTo: fields.object("billTo", { required }),
    shipTo: fields.object("shipTo"),
    customer: fields.object("customer"),
    salesChannel: fields.text("salesChannel", { length: [0, 50] }),
    salesLocationId: fields.text("salesLocationId", { length: [0, 50] }),
    orderDescription: fields.text("orderDescription", { length: [1, 255] }),
    purchaseReference: fields.text("purchaseReference", { length: [leastOfReference, 30] }),
    merchantReference: fields.text("merchantReference", { length: [1, 40] }),
  };
  fields.object("customer.Name");
  for (const name of customerTexts) fields.text(`customer.${name}`);

  if (fields.errors.length > 0 || !orderNumber || !totalAmount || !currencyCode) return { errors: fields.errors };
  const wrong = precisionError(totalAmount, currencyCode, waived) ?? sumError(lineItems, totalAmount, waived);
  if (wrong) return { errors: [wrong] };
  return { order: { form, orderNumber, totalAmount, currencyCode, lineItems, ...withoutUndefined(optional) } };
}
