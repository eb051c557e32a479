/** Reads what callers give to `Once`, `OnceReview` and the stores: each value once, and a copy of it. */
import * as z from "zod/mini";
import { objectOf } from "../model/objects.js";
import { callback, date, deadline, optionsOf, readOptions, textLike, that, wholeNumber } from "../model/options.js";
import { paymentMethods } from "../model/payment-method.js";
import { read, type Words } from "../model/read.js";
import { amount, balance, currencyCode, totalAmount, transactionId } from "../model/schema.js";
import { isJsonObject, type JsonNumber } from "../wire/json.js";
import { owners, states } from "./entry.js";
import { invalidBy } from "./errors.js";
import type { OnceAuthorization } from "./rules/request.js";

/** Returns a reader, which throws a TypeError for an option that is missing, unknown or invalid. */
const reader =
  <T>(where: string, schema: z.ZodMiniType<T>, words: Words = {}) =>
  (given: unknown): T =>
    readOptions(where, schema, given, words);

const object = that<object>("an object", isJsonObject);
const flag = z.optional(z.boolean());
const name = z.optional(z.string());
const milliseconds = z.optional(wholeNumber(0, undefined, " of milliseconds"));
const time = date("a valid Date: give new Date(…)");
const trimmed = z.transform((given: string) => given.trim());
const rawText = z.transform((read: JsonNumber) => read.rawJSON);
const text = z.pipe(z.string(), trimmed); // in a form, empty text is absent
const decimal = (schema: z.ZodMiniType<JsonNumber>) => z.pipe(schema, rawText);

const STORE = { store: "give a SqliteOnceStore or a PostgresOnceStore" };
const OF_STORE = "give it to the store";

const CALLS = ["finalize", "resolveFinalization", "preview", "meaningOf"];
const client = that<object>(
  `your PaymentClient, or a wrapper with its ${CALLS.join(", ")}, timeoutMs and sendAgain`,
  (given) => {
    const { timeoutMs, sendAgain } = Object(given);
    const areCalls = CALLS.every((name) => typeof Object(given)[name] === "function");
    return areCalls && Number.isInteger(timeoutMs) && Array.isArray(sendAgain);
  },
);
export const readOnceOptions = reader(
  "Once",
  optionsOf({
    payments: client,
    store: object,
    book: callback(),
    fail: callback(),
    onChange: z.optional(callback()),
    leaseMs: milliseconds,
    maxNetworkDelayMs: milliseconds,
    personAfterMs: milliseconds,
  }),
  {
    required: {
      ...STORE,
      payments: "give your PaymentClient",
      book: "give a function that writes a capture into your books",
      fail: "give a function that notes that a key was not captured",
    },
    elsewhere: { merchant: OF_STORE, hookTimeoutMs: OF_STORE, timeoutMs: "give it to your PaymentClient" },
  },
);
export const readReviewOptions = reader("OnceReview", optionsOf({ store: object, preview: z.optional(callback()) }), {
  required: STORE,
});
export const readSqliteOptions = reader("SqliteOnceStore", optionsOf({ merchant: name, create: flag }));
export const readPostgresOptions = reader(
  "PostgresOnceStore",
  optionsOf({ merchant: name, schema: textLike(/\S/, "text"), hookTimeoutMs: z.optional(deadline) }),
  { required: { schema: "give the schema of the tables: a connection's search path can change" } },
);

const FACTS = { authorization: "give { paymentMethod, authorizedAmount, currencyCode }" };
const facts = ["paymentMethod", "authorizedAmount", "currencyCode", "hasLineItems", "expiresAt"];
const elsewhere = Object.fromEntries(facts.map((name) => [name, "it belongs in authorization"]));
/** The client's own preview checks the facts, except for the date. */
const authorization = z.looseObject({ expiresAt: z.nullish(time) }) as unknown as z.ZodMiniType<OnceAuthorization>;
/** @throws PaymentValidationError: a job with invalid facts is not delivered again, like any invalid request. */
export function readFinalizeOptions(given: unknown) {
  const words = { at: "options", required: { "options.authorization": FACTS.authorization }, elsewhere };
  const { value, issues } = read(optionsOf({ authorization }), given, words);
  if (value === undefined) throw invalidBy(issues);
  return value;
}
export const readStart = reader(
  "start",
  optionsOf({ everyMs: z.optional(deadline), onError: z.optional(callback<(error: unknown) => unknown>()) }),
);

export const readKey = reader("get", optionsOf({ key: z.string() }));
export const readSeen = reader(
  "seen: give a snapshot of get or list",
  z.object({ key: z.string(), version: wholeNumber(0), seenAt: wholeNumber(0) }),
);
const SIGNED = { by: "who decides", why: "for what reason" };
const signed = { by: text, why: text };
export const readDecision = reader(
  "decide",
  objectOf({
    ...signed,
    as: z.enum(["captured", "not_captured", "send_again"]),
    balance: z.optional(
      objectOf({
        finalized: z.optional(decimal(amount())),
        pending: z.optional(decimal(amount())),
        differs: z.optional(text),
      }),
    ),
    transactionId: z.optional(text),
    batchId: z.optional(text),
    books: z.optional(z.enum(["removed"])),
  }),
  { required: SIGNED },
);
export const readCorrection = reader("correct", objectOf({ ...signed, authorization }), {
  required: { ...SIGNED, ...FACTS },
  elsewhere,
});
export const readWithdrawal = reader("withdraw", objectOf(signed), { required: SIGNED });

/** An adoption is read without the client: rules of line items do not apply to what is captured. */
export const readCapture = reader(
  "adopt",
  objectOf({
    orderId: z.optional(text),
    transactionId,
    totalAmount: decimal(totalAmount({ waived: new Set(), extraFields: new Set() })),
  }),
);
export const readAdoption = reader(
  "adopt",
  objectOf({
    ...signed,
    authorization: objectOf({
      paymentMethod: z.enum(paymentMethods),
      authorizedAmount: decimal(balance),
      currencyCode,
      hasLineItems: flag,
      expiresAt: z.optional(time),
    }),
    transactionId: text,
    batchId: z.optional(text),
    isRecorded: z.boolean(),
    at: time,
    differs: z.optional(text),
  }),
  { required: { ...SIGNED, ...FACTS, transactionId: "the transaction of the capture itself" }, elsewhere },
);

/** A page of at most 1,000 keys: a larger one would hold the process and the database. */
export const readListQuery = reader(
  "list",
  optionsOf({
    states: z.optional(z.array(z.enum(states))),
    waitsFor: z.optional(z.enum(owners)),
    after: z.optional(z.string()),
    limit: z.optional(wholeNumber(1, 1_000)),
  }),
);
export const readErase = reader("erase", optionsOf({ before: time }), {
  required: { before: "give a Date: keys that were closed before it are erased" },
});
