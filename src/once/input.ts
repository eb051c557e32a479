/** Reads what callers give to `Once`, `OnceReview` and the stores: each value once, and a copy of it. */
import * as z from "zod/mini";
import { readAmount } from "../model/amount.js";
import { CURRENCY_CODE } from "../model/currency.js";
import {
  callback,
  date as dateOf,
  deadline,
  optionsOf,
  readOption,
  readOptions,
  textLike,
  that,
  wholeNumber,
} from "../model/options.js";
import { paymentMethods } from "../model/payment-method.js";
import { must, report } from "../model/schema.js";
import { isJsonObject } from "../wire/json.js";
import { owners, states } from "./entry.js";
import type { OnceDecision, OnceVersion, ReadDecision } from "./rules/decide.js";
import type { OnceAuthorization } from "./rules/request.js";

const amount = z.transform((value: unknown, payload): string => {
  const reading = readAmount(value);
  if ("text" in reading) return reading.text;
  report(payload, reading.fault);
  return z.NEVER;
});
const positive = z.pipe(
  amount,
  that<string>("greater than 0", (text) => /^[^-]*[1-9]/.test(String(text))),
);
/** PostgreSQL stores neither NUL nor half of a surrogate pair. */
const storable = z.string().check(
  must((text) => {
    const isStorable = !text.includes("\0") && text.isWellFormed();
    return isStorable ? undefined : { code: "bad_format", rule: "must be well-formed text without NUL" };
  }),
);
const trimmed = z.pipe(
  storable,
  z.transform((text: string) => text.trim()),
);
/** Text without blanks around it. Empty text is absent. */
const text = z.optional(
  z.pipe(
    trimmed,
    z.transform((text: string) => text || undefined),
  ),
);
const needed = z.pipe(
  trimmed,
  z.string().check(must((text) => (text === "" ? { code: "required", rule: "is required" } : undefined))),
);
const date = dateOf("a valid Date: give new Date(…)");
const object = <T>() => that<T>("an object", isJsonObject);
const flag = z.optional(z.boolean());
const milliseconds = z.optional(wholeNumber(0, undefined, " of milliseconds"));

const signed = { by: needed, why: needed };
const SIGNED = { by: "who decides", why: "for what reason" };
const NEEDS_FACTS = { authorization: "give the facts of the authorization" };
const NEEDS_STORE = { store: "give a SqliteOnceStore or a PostgresOnceStore" };
const store = object<object>();

const onceSchema = optionsOf({
  payments: object<object>(),
  store,
  book: callback(),
  fail: callback(),
  onChange: z.optional(callback()),
  keyAsInvoiceId: flag,
  leaseMs: milliseconds,
  maxNetworkDelayMs: milliseconds,
  personAfterMs: milliseconds,
});
const OF_STORE = "give it to the store";
const onceWords = {
  required: {
    payments: "give your PaymentClient",
    ...NEEDS_STORE,
    book: "give a function that writes a capture into your books",
    fail: "give a function that notes that a key was not captured",
  },
  elsewhere: { merchant: OF_STORE, hookTimeoutMs: OF_STORE, timeoutMs: "give it to your PaymentClient" },
};

/** @throws TypeError for an option that is missing, unknown or invalid, as the others here do. */
export const readOnceOptions = (options: unknown) => readOptions("Once", onceSchema, options, onceWords);

const paymentsSchema = optionsOf({
  timeoutMs: deadline,
  sendAgain: z.array(z.enum(paymentMethods)),
  meaningOf: callback(),
});
const paymentsWords = {
  required: {
    timeoutMs: "give your client's deadline of a call, in milliseconds",
    sendAgain: "give your client's list of methods that may be sent again",
    meaningOf: "give your client's function that says what a status key means",
  },
};
export const readPayments = ({ timeoutMs, sendAgain, meaningOf }: Readonly<Record<string, unknown>>) =>
  readOptions("payments", paymentsSchema, { timeoutMs, sendAgain, meaningOf }, paymentsWords);

const reviewSchema = optionsOf({ store, preview: z.optional(callback()) });
export const readReviewOptions = (options: unknown) =>
  readOptions("OnceReview", reviewSchema, options, { required: NEEDS_STORE });

const sqliteSchema = optionsOf({ merchant: z.optional(storable), create: flag });
export const readSqliteOptions = (options: unknown) => readOptions("SqliteOnceStore", sqliteSchema, options);

const postgresSchema = optionsOf({
  merchant: z.optional(storable),
  schema: textLike(/\S/, "text"),
  hookTimeoutMs: z.optional(deadline),
});
const NEEDS_SCHEMA = { schema: "give the schema of the tables: a connection's search path can change" };
export const readPostgresOptions = (options: unknown) =>
  readOptions("PostgresOnceStore", postgresSchema, options, { required: NEEDS_SCHEMA });

const FACTS = ["paymentMethod", "authorizedAmount", "currencyCode", "hasLineItems", "expiresAt"];
const MISPLACED = Object.fromEntries(FACTS.map((name) => [name, "it belongs in authorization"]));
const authorization = object<OnceAuthorization>();

const finalizeSchema = optionsOf({ authorization });
export const readFinalizeOptions = (options: unknown): OnceAuthorization =>
  readAuthorization(
    readOptions("finalize", finalizeSchema, options, { required: NEEDS_FACTS, elsewhere: MISPLACED }).authorization,
  );

/** Copies the facts. The client's own preview checks them, except for the date. */
function readAuthorization({ expiresAt, ...facts }: OnceAuthorization): OnceAuthorization {
  const read = expiresAt ? readOption("authorization", "expiresAt", date, expiresAt) : undefined;
  return { ...facts, expiresAt: read };
}

const sweepSchema = optionsOf({ limit: z.optional(wholeNumber(1)) });
export const readSweep = (options: unknown) => readOptions("sweep", sweepSchema, options).limit;

const startSchema = optionsOf({
  everyMs: z.optional(deadline),
  onError: z.optional(callback<(error: unknown) => unknown>()),
});
export const readStart = (options: unknown) => readOptions("start", startSchema, options);

const NEEDS_KEY = { key: "give the idempotency key" };
// Blanks belong to a key.
const seenSchema = optionsOf({ key: storable, version: wholeNumber(0), seenAt: wholeNumber(0) });
export function readSeen(seen: unknown): OnceVersion {
  const { key, version, seenAt } = Object(seen) as Readonly<Record<string, unknown>>;
  const where = "seen: give a snapshot of get or list";
  return readOptions(where, seenSchema, { key, version, seenAt }, { required: NEEDS_KEY });
}

const keySchema = optionsOf({ key: storable });
export const readKey = (where: string, key: unknown): string =>
  readOptions(where, keySchema, { key }, { required: NEEDS_KEY }).key;

const decisionSchema = optionsOf({
  ...signed,
  as: z.enum(["captured", "not_captured", "send_again"]),
  balance: z.optional(optionsOf({ finalized: z.optional(amount), pending: z.optional(amount), differs: text })),
  transactionId: text,
  batchId: text,
  books: z.optional(z.enum(["removed"])),
});
export const readDecision = (decision: OnceDecision): ReadDecision =>
  readOptions("decide", decisionSchema, decision, { required: SIGNED });

const correctionSchema = optionsOf({ ...signed, authorization });
export function readCorrection(correction: unknown) {
  const words = { required: { ...SIGNED, ...NEEDS_FACTS }, elsewhere: MISPLACED };
  const read = readOptions("correct", correctionSchema, correction, words);
  return { ...read, authorization: readAuthorization(read.authorization) };
}

const signedSchema = optionsOf(signed);
export const readSigned = (where: string, given: unknown) =>
  readOptions(where, signedSchema, given, { required: SIGNED });

const captureSchema = optionsOf({
  orderId: text,
  transactionId: textLike(/^.{18}$/, "the 18 characters of the authorization's transaction"),
  totalAmount: positive,
});
const adoptionSchema = optionsOf({
  ...signed,
  authorization: optionsOf({
    paymentMethod: z.enum(paymentMethods),
    authorizedAmount: amount,
    currencyCode: textLike(CURRENCY_CODE, "an ISO 4217 code"),
    hasLineItems: flag,
    expiresAt: z.optional(date),
  }),
  transactionId: needed,
  batchId: text,
  isRecorded: z.boolean(),
  at: date,
  differs: text,
});
const adoptionWords = {
  required: {
    ...SIGNED,
    ...NEEDS_FACTS,
    "authorization.paymentMethod": "what the customer paid with",
    "authorization.authorizedAmount": "the full amount of the authorization",
    "authorization.currencyCode": "an ISO 4217 code",
    transactionId: "the transaction of the capture itself",
    isRecorded: "whether the capture is in your books already",
    at: "when it was captured",
  },
  elsewhere: MISPLACED,
};

/** Reads an adoption without the client: rules of line items do not apply to what is captured. */
export function readAdoption(finalization: unknown, adoption: unknown) {
  const capture = readOptions("adopt", captureSchema, finalization);
  const { authorization, ...made } = readOptions("adopt", adoptionSchema, adoption, adoptionWords);
  const { expiresAt, ...facts } = authorization;
  return { request: { ...facts, ...capture, body: "" }, expiresAt: expiresAt?.getTime(), made };
}

/** A page of at most 1,000 keys: a larger one would hold the process and the database. */
const listSchema = optionsOf({
  states: z.optional(z.array(z.enum(states))),
  waitsFor: z.optional(z.enum(owners)),
  after: z.optional(storable),
  limit: z.optional(wholeNumber(1, 1_000)),
});
export const readListQuery = (query: unknown) => readOptions("list", listSchema, query);

const eraseSchema = optionsOf({ before: date });
const NEEDS_DATE = { before: "give a Date: keys that were closed before it are erased" };
export const readErase = (options: unknown): number =>
  readOptions("erase", eraseSchema, options, { required: NEEDS_DATE }).before.getTime();
