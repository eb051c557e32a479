/** What the service has registered, authorized and finalized. */
import type { FakeAuthorization } from "../rules/authorizations.js";
import type { FakeFinalization } from "../rules/finalizations.js";
import type { FakeOrder } from "../rules/orders.js";
import { fieldOf } from "../rules/received-values.js";

/** Records in the order in which they came. A look-up by id or group takes the same time, however many there are. */
class Records<T> {
  readonly all: T[] = [];
  readonly #id: keyof T;
  readonly #group: keyof T;
  readonly #places = new Map<string, number>();
  readonly #groups = new Map<string, string[]>();

  /**
   * @param id - The field with the record's unique id.
   * @param group - The field with its group, which never changes.
   */
  constructor(id: keyof T, group: keyof T) {
    this.#id = id;
    this.#group = group;
  }

  find(id: string | undefined): T | undefined {
    const place = id === undefined ? undefined : this.#places.get(id);
    return place === undefined ? undefined : this.all[place];
  }

  /** The records of a group, in the order in which they came. */
  ofGroup(group: string): T[] {
    return (this.#groups.get(group) ?? []).map((id) => this.find(id) as T);
  }

  add(record: T): void {
    const id = String(record[this.#id]);
    const group = String(record[this.#group]);
    const ids = this.#groups.get(group);
    if (ids) ids.push(id);
    else this.#groups.set(group, [id]);
    this.#places.set(id, this.all.length);
    this.all.push(record);
  }

  /** Replaces the record with the same id, which must exist. */
  replace(record: T): void {
    this.all[this.#places.get(String(record[this.#id])) as number] = record;
  }

  /** Replaces all records with these. */
  reset(records: readonly T[]): void {
    this.all.length = 0;
    this.#places.clear();
    this.#groups.clear();
    for (const record of records) this.add(record);
  }
}

/** What the values of a call name. */
export interface CallIds {
  readonly orderId: string | undefined;
  readonly transactionId: string | undefined;
  readonly orderNumber: string | undefined;
}

export class LedgerRecords {
  /** Orders, grouped by their number. */
  readonly orders = new Records<FakeOrder>("orderId", "orderNumber");
  /** Authorizations, grouped by their order. */
  readonly authorizations = new Records<FakeAuthorization>("transactionId", "orderId");
  /** Finalizations, grouped by their authorization. */
  readonly finalizations = new Records<FakeFinalization>("transactionId", "authorizationId");

  /** The finalizations of an order until now, under any of its authorizations. */
  finalizationsOf(orderId: string): FakeFinalization[] {
    const authorizations = this.authorizations.ofGroup(orderId);
    return authorizations.flatMap(({ transactionId }) => this.finalizations.ofGroup(transactionId));
  }

  /** All identifiers of the authorization and the order that the values of a call name. */
  namedBy(values: object): CallIds {
    const text = (name: string) => {
      const value = fieldOf(values, name);
      return typeof value === "string" ? value : undefined;
    };
    const transactionId = text("transactionId");
    const orderId = this.authorizations.find(transactionId)?.orderId ?? text("orderId")?.toLowerCase();
    const orderNumber = this.orders.find(orderId)?.orderNumber ?? text("orderNumber");
    return { orderId, transactionId, orderNumber };
  }
}
