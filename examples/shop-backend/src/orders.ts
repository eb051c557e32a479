/** The shop's orders and where they are kept. */

/**
 * - `open`: may be shipped
 * - `capturing`: a capture is under way, or the process died during one: then treat it as `check_first`
 * - `capture_pending`: the payment service has accepted the capture and is still at it
 * - `check_first`: the money may have moved; a person looks before anything else is sent
 */
export type OrderState = "open" | "capturing" | "capture_pending" | "check_first" | "shipped";

export interface Order {
  readonly orderNumber: string;
  readonly totalAmount: string;
  readonly currencyCode: string;
  /** The payment service's identifier. */
  readonly orderId: string;
  readonly state: OrderState;
  /** The authorization that is being captured, or has been. */
  readonly transactionId?: string;
  /** For the person who looks into the order. */
  readonly note?: string;
}

export interface OrderStore {
  get(orderNumber: string): Promise<Order | undefined>;
  /** False when the order number is taken. */
  insert(order: Order): Promise<boolean>;
  /** Atomic, like `UPDATE … WHERE state = from`; undefined when the order is not in that state. */
  update(orderNumber: string, from: OrderState, changes: Partial<Order>): Promise<Order | undefined>;
}

/** Nothing is awaited inside a method, which is what makes each one atomic. */
export class InMemoryOrderStore implements OrderStore {
  readonly #orders = new Map<string, Order>();

  async get(orderNumber: string): Promise<Order | undefined> {
    return this.#orders.get(orderNumber);
  }

  async insert(order: Order): Promise<boolean> {
    if (this.#orders.has(order.orderNumber)) return false;
    this.#orders.set(order.orderNumber, order);
    return true;
  }

  async update(orderNumber: string, from: OrderState, changes: Partial<Order>): Promise<Order | undefined> {
    const order = this.#orders.get(orderNumber);
    if (order?.state !== from) return undefined;
    const updated = { ...order, ...changes };
    this.#orders.set(orderNumber, updated);
    return updated;
  }
}
