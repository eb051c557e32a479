/** Reads what callers give to `Once`, `OnceReview` and the stores: each value once, and a copy of it. */

import { readAmount } from "../model/amount.js";
import { CURRENCY_CODE } from "../model/currency.js";
import { type AddFault, type FieldRule, fields, readField, readFields, required } from "../model/fields.js";
import * as is from "../model/is.js";
import { paymentMethods } from "../model/payment-method.js";
import { owners, states } from "./entry.js";
import type { OnceAdoption, ReadAdoption } from "./rules/adopt.js";
import type { OnceCorrection } from "./rules/correct.js";
import type { OnceDecision, OnceVersion, ReadDecision } from "./rules/decide.js";
import type { OnceAuthorization } from "./rules/request.js";

const amount: FieldRule<string> = (value: unknown, fault: AddFault) => {
  const reading = readAmount(value);
  return "fault" in reading ? fault(reading.fault.rule) : reading.text;
};
const text = is.matching(/\S/, "text");
const words = (what: string) =>
  required<string>((value, fault) => storedText(value, fault) ?? fault(`is required: ${what}`), what);
const storedText: FieldRule<string> = (value, fault) => {
  const read = is.storableText(value, fault);
  return read === undefined || read.trim() !== "" ? read?.trim() : undefined;
};
const signed = {
  by: words("who decides"),
  why: words("for what reason"),
};
const BELONGS = "it belongs in authorization";

/** Facts that somebody may give one level too high. */
const MISPLACED = {
  paymentMethod: BELONGS,
  authorizedAmount: BELONGS,
  currencyCode: BELONGS,
  hasLineItems: BELONGS,
  expiresAt: BELONGS,
};

export type ReadOnceOptions = ReturnType<typeof readOnceOptions>;

/** @throws TypeError for an option that is missing, unknown or invalid. */
export const readOnceOptions = (options: unknown) =>
  readFields(
    "Once",
    options,
    {
      payments: required(is.object(), "give your PaymentClient"),
      store: required(is.object(), "give a SqliteOnceStore or a PostgresOnceStore"),
      book: required(is.callback(), "give a function that writes a capture into your books"),
      fail: required(is.callback(), "give a function that notes that a key was not captured"),
      onChange: is.callback(),
      keyAsInvoiceId: is.flag,
      leaseMs: is.milliseconds,
      maxNetworkDelayMs: is.milliseconds,
      personAfterMs: is.milliseconds,
    },
    {
      merchant: "give it to the store",
      timeoutMs: "give it to your PaymentClient",
      hookTimeoutMs: "give it to the store",
    },
  );

/** What a wrapper of the client must pass on. */
export const readPayments = (payments: object) => {
  const { timeoutMs, sendAgain, meaningOf } = payments as Readonly<Record<string, unknown>>;
  return readFields(
    "payments",
    { timeoutMs, sendAgain, meaningOf },
    {
      timeoutMs: required(is.deadline, "give your client's deadline of a call, in milliseconds"),
      sendAgain: required(
        is.listOf(is.oneOf(paymentMethods)),
        "give your client's list of methods that may be sent again",
      ),
      meaningOf: required(is.callback(), "give your client's function that says what a status key means"),
    },
  );
};

export const readReviewOptions = (options: unknown) =>
  readFields("OnceReview", options, {
    store: required(is.object(), "give a SqliteOnceStore or a PostgresOnceStore"),
    preview: is.callback(),
  });

const merchant = is.storableText;

export const readSqliteOptions = (options: unknown) =>
  readFields("SqliteOnceStore", options, { merchant, create: is.flag });

export const readPostgresOptions = (options: unknown) =>
  readFields("PostgresOnceStore", options, {
    merchant,
    schema: required(text, "give the schema of the tables, because a connection's search path can change"),
    hookTimeoutMs: is.deadline,
  });

export function readFinalizeOptions(options: unknown): OnceAuthorization {
  const shape = { authorization: required(is.object<OnceAuthorization>(), "give the facts of the authorization") };
  return readAuthorization(readFields("finalize", options, shape, MISPLACED).authorization);
}

/** Copies the facts. The client's own preview checks them, except for the date. */
function readAuthorization({ expiresAt, ...facts }: OnceAuthorization): OnceAuthorization {
  return { ...facts, expiresAt: expiresAt ? readField("authorization.expiresAt", expiresAt, is.date) : undefined };
}

export const readSweep = (options: unknown) => readFields("sweep", options, { limit: is.wholeNumber(1) }).limit;

export const readStart = (options: unknown) =>
  readFields("start", options, { everyMs: is.deadline, onError: is.callback<(error: unknown) => unknown>() });

const VERSION = {
  key: required(is.storableText),
  version: required(is.wholeNumber(0)),
  seenAt: required(is.wholeNumber(0)),
};

/** The three fields of a snapshot. */
export function readSeen(seen: unknown): OnceVersion {
  const { key, version, seenAt } = Object(seen) as Readonly<Record<string, unknown>>;
  return readFields("seen: give a snapshot of get or list", { key, version, seenAt }, VERSION);
}

export const readKey = (where: string, key: unknown): string =>
  readFields(where, { key }, { key: required(is.storableText, "give the idempotency key") }).key;

const BALANCE = fields({ finalized: amount, pending: amount, differs: storedText });

export const readDecision = (decision: OnceDecision): ReadDecision =>
  readFields("decide", decision, {
    ...signed,
    as: required(is.oneOf(["captured", "not_captured", "send_again"])),
    balance: BALANCE,
    transactionId: storedText,
    batchId: storedText,
    books: is.oneOf(["removed"]),
  });

export function readCorrection(correction: OnceCorrection) {
  const authorization = required(is.object<OnceAuthorization>(), "give the facts of the authorization");
  const read = readFields("correct", correction, { ...signed, authorization }, MISPLACED);
  return { ...read, authorization: readAuthorization(read.authorization) };
}

export const readSigned = (where: string, given: unknown) => readFields(where, given, signed);

const FACTS = fields({
  paymentMethod: required(is.oneOf(paymentMethods), "what the customer paid with"),
  authorizedAmount: required(amount, "the full amount of the authorization"),
  currencyCode: required(is.matching(CURRENCY_CODE, "an ISO 4217 code")),
  hasLineItems: is.flag,
  expiresAt: is.date,
});

/** Reads an adoption without the client: rules of line items do not apply to what is captured. */
export function readAdoption(finalization: unknown, adoption: OnceAdoption) {
  const { orderId, transactionId, totalAmount } = readFields("adopt", finalization, {
    orderId: storedText,
    transactionId: required(is.matching(/^.{18}$/, "the 18 characters of the authorization's transaction")),
    totalAmount: required(amount),
  });
  const read = readFields(
    "adopt",
    adoption,
    {
      ...signed,
      authorization: required(FACTS, "give the facts of the authorization"),
      transactionId: words("the transaction of the capture itself"),
      batchId: storedText,
      isRecorded: required(is.flag, "whether the capture is in your books already"),
      at: required(is.date, "when it was captured"),
      differs: storedText,
    },
    MISPLACED,
  );
  if (!/[1-9]/.test(totalAmount) || totalAmount.startsWith("-"))
    throw new TypeError("adopt: totalAmount must be greater than 0");
  const { authorization, ...made } = read;
  const { expiresAt, ...facts } = authorization;
  const request = { ...facts, orderId, transactionId, totalAmount, body: "" };
  return { request, expiresAt: expiresAt?.getTime(), made: made satisfies ReadAdoption };
}

/** A page of at most 1,000 keys: a larger one would hold the process and the database. */
export const readListQuery = (query: unknown) =>
  readFields("list", query, {
    states: is.listOf(is.oneOf(states)),
    waitsFor: is.oneOf(owners),
    after: is.storableText,
    limit: is.wholeNumber(1, 1_000),
  });

export const readErase = (options: unknown): number =>
  readFields("erase", options, {
    before: required(is.date, "give a Date: keys that were closed before it are erased"),
  }).before.getTime();
