import * as z from "zod/mini";
import type { RecordedRequest } from "../http/recorded-request.js";
import { number, optionsOf, readOptions } from "../input.js";
import type { FakeAuthorization } from "../rules/authorizations.js";
import type { FakeFinalization } from "../rules/finalizations.js";
import type { FakeOrder } from "../rules/orders.js";

/** The fake's state at one moment, as plain data for JSON. It has no armed faults and no late requests. */
export interface FakeSnapshot {
  readonly orders: readonly FakeOrder[];
  readonly authorizations: readonly FakeAuthorization[];
  readonly finalizations: readonly FakeFinalization[];
  readonly requests: readonly RecordedRequest[];
  /** How many ids were created and requests received. */
  readonly counts: { readonly orders: number; readonly transactions: number; readonly requests: number };
  /** How far the clock was moved. */
  readonly clockOffsetMs: number;
}

const list = z.array(z.unknown());
const schema = optionsOf({
  orders: list,
  authorizations: list,
  finalizations: list,
  requests: list,
  counts: optionsOf({ orders: number, transactions: number, requests: number }),
  clockOffsetMs: number,
});

/** @throws TypeError if it is not what `snapshot` returned. */
export const readSnapshot = (given: FakeSnapshot) => readOptions("restore", schema, given) as unknown as FakeSnapshot;

/** The state of a new fake. */
export const nothing: FakeSnapshot = {
  orders: [],
  authorizations: [],
  finalizations: [],
  requests: [],
  counts: { orders: 0, transactions: 0, requests: 0 },
  clockOffsetMs: 0,
};
