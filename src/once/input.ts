/** Reads what callers give to `Once`, `OnceReview` and the stores: each value once, and a copy of it. */

import { readAmount } from "../model/amount.js";
import { CURRENCY_CODE } from "../model/currency.js";
import { type FieldRule, fields, readField, readFields, required } from "../model/fields.js";
import * as is from "../model/is.js";
import { paymentMethods } from "../model/payment-method.js";
import { owners, states } from "./entry.js";
import type { OnceDecision, OnceVersion, ReadDecision } from "./rules/decide.js";
import type { OnceAuthorization } from "./rules/request.js";

const amount: FieldRule<string> = (value, fault) => {
  const reading = readAmount(value);
  return "fault" in reading ? fault(reading.fault.rule) : reading.text;
};
/** Text without blanks around it. Empty text is absent. */
const text: FieldRule<string> = (value, fault) => is.storableText(value, fault)?.trim() || undefined;
const needed = (what: string) =>
  required<string>((value, fault) => text(value, fault) ?? fault(`is required: ${what}`), what);
const signed = { by: needed("who decides"), why: needed("for what reason") };
const authorization = required(is.object<OnceAuthorization>(), "give the facts of the authorization");
const store = required(is.object(), "give a SqliteOnceStore or a PostgresOnceStore");
const hook = (what: string) => required(is.callback(), `give a function that ${what}`);
const ONCE = {
  payments: required(is.object(), "give your PaymentClient"),
  store,
  book: hook("writes a capture into your books"),
  fail: hook("notes that a key was not captured"),
  onChange: is.callback(),
  keyAsInvoiceId: is.flag,
  leaseMs: is.milliseconds,
  maxNetworkDelayMs: is.milliseconds,
  personAfterMs: is.milliseconds,
};
const OF_STORE = "give it to the store";
const ELSEWHERE = { merchant: OF_STORE, hookTimeoutMs: OF_STORE, timeoutMs: "give it to your PaymentClient" };

/** @throws TypeError for an option that is missing, unknown or invalid, as the others here do. */
export const readOnceOptions = (options: unknown) => readFields("Once", options, ONCE, ELSEWHERE);

export const readPayments = ({ timeoutMs, sendAgain, meaningOf }: Readonly<Record<string, unknown>>) =>
  readFields(
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

export const readReviewOptions = (options: unknown) =>
  readFields("OnceReview", options, { store, preview: is.callback() });

export const readSqliteOptions = (options: unknown) =>
  readFields("SqliteOnceStore", options, { merchant: is.storableText, create: is.flag });

const SCHEMA = required(
  is.matching(/\S/, "text"),
  "give the schema of the tables: a connection's search path can change",
);
export const readPostgresOptions = (options: unknown) =>
  readFields("PostgresOnceStore", options, { merchant: is.storableText, schema: SCHEMA, hookTimeoutMs: is.deadline });

const BELONGS = "it belongs in authorization";
const FACTS = ["paymentMethod", "authorizedAmount", "currencyCode", "hasLineItems", "expiresAt"];
const MISPLACED = Object.fromEntries(FACTS.map((name) => [name, BELONGS]));

export const readFinalizeOptions = (options: unknown): OnceAuthorization =>
  readAuthorization(readFields("finalize", options, { authorization }, MISPLACED).authorization);

/** Copies the facts. The client's own preview checks them, except for the date. */
function readAuthorization({ expiresAt, ...facts }: OnceAuthorization): OnceAuthorization {
  return { ...facts, expiresAt: expiresAt ? readField("authorization.expiresAt", expiresAt, is.date) : undefined };
}

export const readSweep = (options: unknown) => readFields("sweep", options, { limit: is.wholeNumber(1) }).limit;

export const readStart = (options: unknown) =>
  readFields("start", options, { everyMs: is.deadline, onError: is.callback<(error: unknown) => unknown>() });

const key = required(is.storableText, "give the idempotency key"); // blanks belong to it
const [version, seenAt] = [required(is.wholeNumber(0)), required(is.wholeNumber(0))];

export function readSeen(seen: unknown): OnceVersion {
  const given = Object(seen) as Readonly<Record<string, unknown>>;
  const three = { key: given["key"], version: given["version"], seenAt: given["seenAt"] };
  return readFields("seen: give a snapshot of get or list", three, { key, version, seenAt });
}

export const readKey = (where: string, given: unknown): string => readFields(where, { key: given }, { key }).key;

const DECISION = {
  ...signed,
  as: required(is.oneOf(["captured", "not_captured", "send_again"])),
  balance: fields({ finalized: amount, pending: amount, differs: text }),
  transactionId: text,
  batchId: text,
  books: is.oneOf(["removed"]),
};
export const readDecision = (decision: OnceDecision): ReadDecision => readFields("decide", decision, DECISION);

export function readCorrection(correction: unknown) {
  const read = readFields("correct", correction, { ...signed, authorization }, MISPLACED);
  return { ...read, authorization: readAuthorization(read.authorization) };
}

export const readSigned = (where: string, given: unknown) => readFields(where, given, signed);

const positive: FieldRule<string> = (value, fault) => {
  const read = amount(value, fault);
  return read === undefined || /^[^-]*[1-9]/.test(read) ? read : fault("must be greater than 0");
};
const CAPTURE = {
  orderId: text,
  transactionId: required(is.matching(/^.{18}$/, "the 18 characters of the authorization's transaction")),
  totalAmount: required(positive),
};
const CAPTURED_FACTS = fields({
  paymentMethod: required(is.oneOf(paymentMethods), "what the customer paid with"),
  authorizedAmount: required(amount, "the full amount of the authorization"),
  currencyCode: required(is.matching(CURRENCY_CODE, "an ISO 4217 code")),
  hasLineItems: is.flag,
  expiresAt: is.date,
});
const ADOPTION = {
  ...signed,
  authorization: required(CAPTURED_FACTS, "give the facts of the authorization"),
  transactionId: needed("the transaction of the capture itself"),
  batchId: text,
  isRecorded: required(is.flag, "whether the capture is in your books already"),
  at: required(is.date, "when it was captured"),
  differs: text,
};

/** Reads an adoption without the client: rules of line items do not apply to what is captured. */
export function readAdoption(finalization: unknown, adoption: unknown) {
  const capture = readFields("adopt", finalization, CAPTURE);
  const { authorization, ...made } = readFields("adopt", adoption, ADOPTION, MISPLACED);
  const { expiresAt, ...facts } = authorization;
  return { request: { ...facts, ...capture, body: "" }, expiresAt: expiresAt?.getTime(), made };
}

/** A page of at most 1,000 keys: a larger one would hold the process and the database. */
const LIST = {
  states: is.listOf(is.oneOf(states)),
  waitsFor: is.oneOf(owners),
  after: is.storableText,
  limit: is.wholeNumber(1, 1_000),
};
export const readListQuery = (query: unknown) => readFields("list", query, LIST);
const ERASE = { before: required(is.date, "give a Date: keys that were closed before it are erased") };
export const readErase = (options: unknown): number => readFields("erase", options, ERASE).before.getTime();
