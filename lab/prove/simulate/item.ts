/** One item of the batch: its authorization at the service, and what the merchant has on record. */
import type { OnceRecord } from "../../../src/once/record.ts";
import type { Delivery, Shipment, Told } from "./scenario.ts";
import type { Authorization } from "./service.ts";

export interface Item {
  readonly shipment: Shipment;
  readonly authorization: Authorization;
  /** A filter in front of the service forbids it, always. */
  readonly isForbidden: boolean;
  record: OnceRecord | undefined;
  /**
   * A person has decided without looking, or has entered a capture that they could not distinguish from an earlier one.
   */
  isMisjudged: boolean;
  /** When each person saw the key that they decide about. */
  readonly seenAt: Map<string, number>;
  /** A hook has committed by itself, so that what it wrote may stay although it is not recorded. */
  isHookCommitted: boolean;
  /** A call left it unknown whether it was captured. */
  wasUnknown: boolean;
}

/** Whether money has moved, or may have. */
export const mayHaveMoved = ({ record }: Item) =>
  record !== undefined && (["sending", "captured"].includes(record.state) || record.mayBeCaptured);

/** Whether this key says too little, and is the only key of the authorization that may have moved money. */
export function isMisstating(item: Item, items: readonly Item[]): boolean {
  const isTooLittle = Number(item.record?.request.authorizedAmount) < item.authorization.given.stated;
  const others = items.filter((each) => each !== item && each.authorization === item.authorization);
  return isTooLittle && mayHaveMoved(item) && !others.some(mayHaveMoved);
}

/** The wording of a job, and the facts in it. */
export type Words = Pick<Delivery, "isRenderedAnew"> & { readonly told: Told | "stored" };
export const asStored: Words = { told: "stored", isRenderedAnew: false };
export const truly: Words = { told: "true", isRenderedAnew: false };

const ANEW = ", again";
export const keyIn = (invoiceId: string) => invoiceId.replace(ANEW, "");
export const isAnew = (body: string) => body.includes(ANEW);

/** A request, and the facts of its authorization. */
export function requestOf({ shipment, authorization, record }: Item, amount: number, { told, isRenderedAnew }: Words) {
  const { id, method, stated, currency, shipments } = authorization.given;
  const stored = record?.request.authorizedAmount ?? stated;
  const index = shipments.findIndex(({ key }) => key === shipment.key);
  const sum = shipments.slice(0, index).reduce((all, each) => all + each.amount, amount);
  const authorizedAmount = String({ true: stated, high: 2 * stated, own: amount, sum, stored }[told]);
  const facts = { paymentMethod: method, authorizedAmount, currencyCode: currency };
  const invoiceId = isRenderedAnew ? shipment.key + ANEW : shipment.key; // the network knows the key by it
  return [{ transactionId: id, totalAmount: String(amount), invoiceId }, { authorization: facts }] as const;
}
