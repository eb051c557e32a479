/** What the shop does at the payment service, and what it makes of every way in which that can end. */
import { type AnyPaymentError, type PaymentClient, settle } from "merchant-payments";
import type { Order, OrderStore } from "./orders.ts";

/** What the shop answers, and the error behind it for the log. */
export interface Answer {
  readonly code: number;
  readonly body: object;
  readonly retryAfterSeconds?: number;
  readonly cause?: AnyPaymentError;
}

export interface Shop {
  readonly payments: PaymentClient;
  readonly store: OrderStore;
}

const tryAgain = { code: 503, body: { error: "try_again" }, retryAfterSeconds: 30 } as const;

export async function checkOut(
  { payments, store }: Shop,
  { orderNumber, totalAmount, currencyCode }: Pick<Order, "orderNumber" | "totalAmount" | "currencyCode">,
): Promise<Answer> {
  const taken = { code: 409, body: { error: "order_number_taken" } };
  if (await store.get(orderNumber)) return taken;

  const created = await settle(
    payments.createOrder({ orderNumber, totalAmount, currencyCode }, { paymentMethod: "card" }),
  );
  if (created.ok) {
    const { orderId } = created.value;
    const order: Order = { orderNumber, totalAmount, currencyCode, orderId, state: "open" };
    return (await store.insert(order)) ? { code: 201, body: order } : taken;
  }

  const { error } = created;
  if (error.code === "invalid_input") return { code: 400, body: { error: "invalid_order", issues: error.issues } };
  if (error.outcome === "rejected") return refused(error);
  // Creating an order moves no money. Whatever became of this one, the customer may check out again.
  return { ...tryAgain, cause: error };
}

export async function ship({ payments, store }: Shop, orderNumber: string, transactionId: string): Promise<Answer> {
  // Written before anything is sent: whoever comes while the capture is under way, or after a crash, does not capture.
  const order = await store.update(orderNumber, "open", { state: "capturing", transactionId });
  if (!order) {
    const state = (await store.get(orderNumber))?.state;
    return state ? { code: 409, body: { error: "not_open", state } } : { code: 404, body: { error: "not_found" } };
  }
  const become = async (changes: Partial<Order>) => {
    const changed = await store.update(orderNumber, "capturing", changes);
    if (!changed) throw new Error(`Order ${orderNumber} was changed during its capture.`);
    return changed;
  };

  const { orderId, totalAmount, currencyCode } = order;
  const capture = await settle(
    payments.finalize(
      { orderId, transactionId, totalAmount },
      { authorization: { paymentMethod: "card", authorizedAmount: totalAmount, currencyCode, hasLineItems: false } },
    ),
  );
  if (capture.ok) {
    return capture.value.pending
      ? { code: 202, body: await become({ state: "capture_pending" }) }
      : { code: 200, body: await become({ state: "shipped" }) };
  }

  const { error } = capture;
  switch (error.outcome) {
    case "not_sent":
      await become({ state: "open" });
      if (!error.safeToRetry) throw error; // a mistake of ours, which another try would repeat
      return { ...tryAgain, cause: error };
    case "rejected":
      await become({ state: "open" });
      return refused(error);
    case "succeeded":
      return { code: 200, body: await become({ state: "shipped", note: error.advice }), cause: error };
    case "unknown":
      await become({ state: "check_first", note: error.advice });
      // Not a 5xx: those invite a retry.
      return { code: 409, body: { error: "not_open", state: "check_first" }, cause: error };
  }
}

function refused(cause: AnyPaymentError): Answer {
  const statusKey = cause.code === "service_error" ? cause.statusKey : undefined;
  return { code: 409, body: { error: "refused", statusKey }, cause };
}
