import type { Order, PaymentClient } from "../../index.js";
import type { Bench } from "../bench.js";
import type { Observation } from "../observation.js";
import { asAssumed, differs, type Finding, type Judged, keyOf, notChecked } from "../row.js";

/** Judges the response to an order that the service should accept. */
export function judgeOrder(observed: Observation, bench: Bench): Finding {
  const { isSuccess, statusKey, meaning, orderId } = observed;
  if (orderId !== undefined) {
    return asAssumed(/-/.test(orderId) ? "" : "its id has no dashes, which the client sends back as they came");
  }
  if (isSuccess === undefined) {
    return differs("the response has no status object: check baseUrl, and the path in the service's documentation");
  }
  if (!isSuccess) return judgeRejection(observed, bench);
  if (meaning === undefined && statusKey !== undefined) return keyOf(observed, "succeeded");
  return differs("the order's id is missing or no GUID: describe the operation with defineOperation");
}

/** The fields that the service names say what it requires. Their names are no personal data. */
function judgeRejection({ statusKey, httpStatus, error }: Observation, bench: Bench): Judged {
  const { payments, options, currencyCode } = bench;
  const named = error?.code === "service_error" ? error.errors.flatMap(({ path }) => path ?? []) : [];
  const fields = named.map((path) => path.replaceAll(/\[\d+\]/g, ""));
  const given = fields.filter((field) => options.extraFields?.includes(field));
  if (given.length > 0) return notChecked(`an order with ${given.join(", ")}, which the check does not know`);
  const extraFields = fields.filter((field) => isUnknown(field, payments));
  if (extraFields.length > 0) return differs("the service names fields that the client does not know", { extraFields });
  const which = fields.length === 0 ? "" : `, and names ${fields.join(", ")}`;
  const isOpen = fields.length === 0 || fields.includes("currencyCode");
  const hint = isOpen ? `: if your account does not accept ${currencyCode}, set currencyCode in check.ts` : "";
  return differs(`the service rejects the order (${statusKey ?? `HTTP ${httpStatus}`})${which}${hint}`);
}

/** Whether the client does not know a field of an order, such as `lineItems.vatCode`. */
function isUnknown(field: string, payments: PaymentClient): boolean {
  const [first = "", ...others] = field.split(".");
  const value = others.reduceRight<unknown>((inner, name) => ({ [name]: inner }), "text");
  const order = { [first]: first === "lineItems" ? [value] : value };
  return payments.check("createOrder", order as unknown as Order).some(({ code }) => code === "unknown_key");
}
