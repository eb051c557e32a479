/** Closes a key that no delivery has shown yet. A job that comes late then captures nothing. */

import type { StoredRequest } from "../entry.js";
import { demand } from "../errors.js";
import type { KnownRecords, OnceRecord, RequestOfKey } from "../record.js";
import type { OnceByPerson } from "./decisions.js";
import { demandKey, demandNewKey } from "./key.js";
import { fresh, moved, noted } from "./transition.js";

/** A withdrawn key has no request. This one stands in for it, so that each reader of a request can read it too. */
const NO_REQUEST: StoredRequest = {
  transactionId: "",
  totalAmount: "0",
  body: "",
  paymentMethod: "other",
  authorizedAmount: "0",
  currencyCode: "",
};

/**
 * What a withdrawn key is stored with. No two of them share an authorization: a store would lock and read all of them
 * for each.
 *
 * @throws PaymentValidationError for a key that cannot be stored.
 */
export function withdrawnRequest(key: string): RequestOfKey {
  demandKey(key);
  return { key, authorizationId: `withdrawn ${key}`, request: NO_REQUEST };
}

/**
 * @throws OnceDecisionError if the key is known.
 * @throws PaymentValidationError if it is new and not in NFC.
 */
export function withdrawn({ own, now }: KnownRecords, given: RequestOfKey, { by, why }: OnceByPerson): OnceRecord {
  demand(by && why, "by and why are required: who decides, and for what reason");
  if (own?.isWithdrawn) return own;
  const known = `${given.key} is ${own?.state}: withdraw only closes a key that no delivery has shown yet. Look at it, and use once.decide`;
  demand(own === undefined, known);
  demandNewKey(given.key);
  const entered = noted({ ...fresh(given, now), isWithdrawn: true }, { at: now, by, why });
  return moved({ ...entered, reason: `withdrawn by ${by}: ${why}` }, "not_captured", now);
}
