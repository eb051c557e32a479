/**
 * Mistakes in the use of `Once`, its errors, and its questions to people. A worker took the key at 12:00; it is 12:30.
 */
import { type PaymentMethod, PaymentServiceError } from "merchant-payments";
import { Once, type OnceDecision, type OnceState, OnceStoppedError, OnceStoreError } from "merchant-payments/once";
import { PostgresOnceStore } from "merchant-payments/once/postgres";
import { SqliteOnceStore } from "merchant-payments/once/sqlite";
import type { OnceRecord } from "../../../src/once/record.js";
import { adopted, type OnceAdoption } from "../../../src/once/rules/adopt.js";
import { corrected, type OnceCorrection } from "../../../src/once/rules/correct.js";
import { decided } from "../../../src/once/rules/decisions.js";
import { withOwner } from "../../../src/once/rules/owner.js";
import { delivered } from "../../../src/once/rules/reserve.js";
import { withdrawn, withdrawnRequest } from "../../../src/once/rules/withdraw.js";
import { explained, forbidden, twoSchemas } from "../../../src/once/stores/postgres-errors.js";
import { migrationsLeft } from "../../../src/once/stores/shared-sql.js";
import { runBook } from "../../../src/once/stores/sqlite-book.js";
import { known, MINUTE, partOnly, record, request, terms } from "../../once/records.js";
import { clientOver } from "../../support/client.js";
import { type Mistakes, thrownMessages } from "./mistakes.js";
import type { Message } from "./page.js";

const whose = { schema: "shop", user: "mia" };

const section = "Once";

const noon = Date.UTC(2026, 0, 15, 12);
const now = noon + 40 * MINUTE;
const signed = { by: "mia", why: "seen in the back office" };
const balance = { finalized: "0.00", pending: "0.00" };
const authorization = { paymentMethod: "paypal", authorizedAmount: "100.00", currencyCode: "SEK" } as const;

/** A key that may be captured; what was sent may arrive until 12:31. */
const sent = (state: OnceState, more: Partial<OnceRecord> = {}) =>
  record(state, { mayBeCaptured: true, mayArriveUntil: noon + 31 * MINUTE, ...more });
const other = (state: OnceState, more: Partial<OnceRecord> = {}) => record(state, { key: "K-0", ...more });

interface Given {
  readonly version?: number;
  readonly seenAt?: number;
  readonly others?: readonly OnceRecord[];
}

const decide =
  (own: OnceRecord | undefined, decision: object, { version = 1, seenAt = now, others = [] }: Given = {}) =>
  () =>
    decided(
      known(own, now, others),
      { key: "K-1", version, seenAt },
      { ...signed, balance, ...decision } as OnceDecision,
      partOnly,
    );

const correct =
  (own: OnceRecord, others: readonly OnceRecord[] = [], more: object = { totalAmount: "50.00" }) =>
  () => {
    const correction: OnceCorrection = { ...signed, authorization, balance };
    const asked = { key: "K-1", authorizationId: "A-1", request: { ...request, ...more } };
    return corrected(known(own, now, others), { key: "K-1", version: 1, seenAt: now }, correction, asked, partOnly);
  };

const adopt =
  (more: Partial<OnceAdoption>, own?: OnceRecord, others: readonly OnceRecord[] = []) =>
  () => {
    const adoption = { ...signed, authorization, isBooked: true, at: new Date(noon), transactionId: "T-1", ...more };
    return adopted(known(own, now, others), { key: "K-1", authorizationId: "A-1", request }, adoption, terms);
  };

const withdraw = (own: OnceRecord) => () => withdrawn(known(own, now), withdrawnRequest("K-1"), signed);

const deliver = (own: OnceRecord, totalAmount: string) => () => {
  const asked = { key: "K-1", authorizationId: "A-1", request: { ...request, totalAmount } };
  return delivered(known(own, now), asked, "mine", terms);
};

/** Decides about a capture that is in the books. */
const takeBack = (options: object) => async () => {
  const store = new SqliteOnceStore(":memory:");
  const once = new Once({ ...given, store, ...options });
  await once.adopt("K-1", valid, { ...signed, authorization, isBooked: true, at: new Date(noon) });
  await once.decide({ key: "K-1", version: 1, seenAt: now }, { ...signed, as: "not_captured", balance });
};

const given = { payments: clientOver(undefined), book: () => undefined };
const newOnce = (more: object) => () =>
  new Once({ ...given, store: new SqliteOnceStore(":memory:"), ...more } as never);
const newOnPostgres = (options: object) => () => new PostgresOnceStore({ connect: () => Promise.reject() }, options);

const cause = new PaymentServiceError({ operation: "finalize", identifiers: {} }, "rejected", {
  httpStatus: 401,
  errorNumber: undefined,
  statusKey: undefined,
  statusMessage: undefined,
  errors: [],
} as never);
const thrown = (error: Error) => () => {
  throw error;
};
const stopped = (reason: ConstructorParameters<typeof OnceStoppedError>[0]) =>
  thrown(new OnceStoppedError(reason, cause));

const finalize = (key: string, finalization: object, facts: object | undefined) => () =>
  new Once({ ...given, store: new SqliteOnceStore(":memory:") }).finalize(key, finalization as never, {
    authorization: facts as never,
  });
const valid = { transactionId: "202601150000000001", totalAmount: "60.00" };

const mistakes: Readonly<Record<string, Mistakes>> = {
  "`new Once()`": {
    "no client": newOnce({ payments: undefined }),
    "no store": newOnce({ store: null }),
    "no `book`": newOnce({ book: undefined }),
    "a `book` that is text": newOnce({ book: "books" }),
    "two faults": newOnce({ book: undefined, timeoutMs: "1000" }),
    "a text where a boolean belongs": newOnce({ keyAsInvoiceId: "yes" }),
    "a limit that is a number": newOnce({ stopAfter: 3 }),
    "a limit of 0": newOnce({ stopAfter: { rejections: 0 } }),
    "an unknown limit": newOnce({ stopAfter: { unknown: 3 } }),
    "half a millisecond": newOnce({ timeoutMs: 0.5 }),
    "a deadline of no time": newOnce({ timeoutMs: 0 }),
    "a lease shorter than the call": newOnce({ leaseMs: 29_999 }),
    "with PostgreSQL, a lease that leaves no time for `book`": newOnce({
      store: new PostgresOnceStore({ connect: () => Promise.reject() }),
      leaseMs: 49_999,
    }),
    "an unknown option, its name near a known one": newOnce({ resolveAfter: [1] }),
    "an unknown option": newOnce({ whatever: 1 }),
    "the merchant, which belongs to the store": newOnce({ merchant: "north" }),
  },
  Stores: {
    "SQLite, an unknown option": () => new SqliteOnceStore(":memory:", { schema: "payments" } as never),
    "PostgreSQL, an unknown option, its name near a known one": newOnPostgres({ bookTimeout: 1 }),
    "PostgreSQL, no time for `book`": newOnPostgres({ bookTimeoutMs: 0 }),
    "PostgreSQL, `migrate()` was forgotten": thrown(missingTable()),
    "PostgreSQL, a user who may not create the schema": thrown(notAllowed({ schema: false, tables: false })),
    "PostgreSQL, a user who may not create tables in the schema": thrown(notAllowed({ schema: true, tables: false })),
    "PostgreSQL, a user who may not change the tables": thrown(notAllowed({ schema: true, tables: true })),
    "PostgreSQL, a user who may not use the tables": thrown(
      explained(withCode("42501", "permission denied for table once_keys"), whose) as Error,
    ),
    "PostgreSQL, a standby": thrown(explained(withCode("25006", "cannot execute INSERT"), whose) as Error),
    "the tables of a newer release": () => migrationsLeft(2, ["create table once_keys ()"]),
    "PostgreSQL, `migrate()` without `schema` beside the tables of another schema": thrown(
      new Error(twoSchemas("shop_b", "public")),
    ),
    "SQLite, a `book` that returns a promise, which `onChange` is told": asynchronousBook,
  },
  "`once.finalize()`": {
    "the facts beside authorization": () =>
      new Once({ ...given, store: new SqliteOnceStore(":memory:") }).finalize("K-1", valid, authorization as never),
  },
  "`once.get()`": {
    "a number as the key": () => new Once({ ...given, store: new SqliteOnceStore(":memory:") }).get(1001 as never),
  },
  "`once.list()`": {
    "a misspelt filter": () =>
      new Once({ ...given, store: new SqliteOnceStore(":memory:") }).list({ waitFor: "person" } as object),
    "a key where the `next` of a sorted page belongs": () =>
      new Once({ ...given, store: new SqliteOnceStore(":memory:") }).list({ sortBy: "expiresAt", after: "K-1" }),
  },
  OnceStoppedError: {
    "three rejections for the merchant's sake": stopped("merchant"),
    "three calls that were proven unsent": stopped("not_sent"),
    "ten unknown outcomes": stopped("unknown"),
  },
  OnceStoreError: {
    "the store is away before anything was sent": thrown(new OnceStoreError({ key: "K-1", finalization: {} }, cause)),
    "the store is away after a capture": thrown(
      new OnceStoreError({ key: "K-1", state: "captured", finalization: { transactionId: "T-1" } as never }, cause),
    ),
  },
  PaymentValidationError: {
    "an empty key": finalize("", valid, authorization),
    "a number as the key": finalize(1001 as never, valid, authorization),
    "a key that only looks like the job's": () =>
      withdrawn(known(undefined, now), withdrawnRequest("Ko\u0308ping-1"), signed),
    "a time that is no Date": finalize("K-1", valid, { ...authorization, expiresAt: "2026-01-16" }),
    "no facts of the authorization": finalize("K-1", valid, undefined),
    "no authorized amount": finalize("K-1", valid, { ...authorization, authorizedAmount: undefined }),
    "an amount of 0": finalize("K-1", { ...valid, totalAmount: "0.00" }, authorization),
    "a delivery of another amount": deliver(sent("parked"), "50.00"),
    "a delivery of the request that a person replaced": deliver(
      record("captured", {
        request: { ...request, totalAmount: "50.00" },
        history: [{ at: noon, state: "rejected", ...signed, request }],
      }),
      "60.00",
    ),
    "a delivery of the request that a later job replaced": deliver(
      record("captured", {
        request: { ...request, totalAmount: "50.00" },
        history: [{ at: noon, state: "rejected", request }],
      }),
      "60.00",
    ),
  },
  "OnceDecisionError of `decide()`": {
    "nobody signs": decide(sent("parked"), { as: "captured", by: "" }),
    "an unknown decision": decide(sent("parked"), { as: "sent_again" }),
    "an unknown key": decide(undefined, { as: "captured" }),
    "the key has changed": decide(sent("parked"), { as: "captured" }, { version: 7 }),
    "the snapshot is too old": decide(sent("parked"), { as: "not_captured" }, { seenAt: noon }),
    "a worker holds the key": decide(record("sending", { token: "held" }), { as: "not_captured" }),
    "something is pending": decide(sent("pending"), {
      as: "not_captured",
      balance: { finalized: "0.00", pending: "60.00" },
    }),
    "captured, and the balance shows nothing": decide(sent("parked"), { as: "captured" }),
    "captured as the capture of another key": decide(
      sent("parked"),
      { as: "captured", transactionId: "T-1" },
      { others: [other("captured", { finalization: { transactionId: "T-1" } })] },
    ),
    "captured beside an unfinished key": decide(sent("parked"), { as: "captured" }, { others: [other("unknown")] }),
    "captured above the authorized amount": decide(
      sent("parked"),
      { as: "captured", balance: undefined },
      { others: [other("captured")] },
    ),
    "not captured, without a balance": decide(sent("parked"), { as: "not_captured", balance: undefined }),
    "to send again while something is pending": decide(sent("parked"), {
      as: "send_again",
      balance: { finalized: "0.00", pending: "60.00" },
    }),
    "to send again what the balance shows": decide(sent("parked"), {
      as: "send_again",
      balance: { finalized: "60.00", pending: "0.00" },
    }),
    "to send again although the other keys captured more than the balance shows": decide(
      sent("parked"),
      { as: "send_again" },
      { others: [other("captured", { request: { ...request, totalAmount: "40.00" } })] },
    ),
    "to send again by a snapshot that is too old": decide(sent("parked"), { as: "send_again" }, { seenAt: noon }),
    "to send again beside an unfinished key": decide(
      sent("parked"),
      { as: "send_again" },
      { others: [other("unknown")] },
    ),
    "the capture is in the books, and there is no `unbook`": takeBack({}),
    "`unbook` throws": takeBack({ unbook: () => JSON.parse("") }),
    "to send a captured key again": decide(sent("captured"), { as: "send_again" }),
    "to send an erased key again": decide(record("rejected", { isErased: true }), { as: "send_again" }),
  },
  "OnceDecisionError of `correct()`": {
    "an erased key": correct(record("rejected", { isErased: true })),
    "a key that a worker holds": correct(record("sending", { token: "held" })),
    "a key that is pending": correct(sent("pending")),
    "the facts alone, with a balance": correct(sent("captured"), [], { authorizedAmount: "200.00" }),
    "the facts, which another key has too": correct(record("rejected"), [other("captured")], {
      authorizedAmount: "200.00",
    }),
  },
  "OnceDecisionError of `withdraw()`": {
    "a delivery has shown the key": withdraw(record("captured")),
    "to decide a withdrawn key": decide(record("not_captured", { isWithdrawn: true }), { as: "captured" }),
  },
  "OnceDecisionError of `adopt()`": {
    "the key exists": adopt({}, record("rejected")),
    "a time that is to come": adopt({ at: new Date(now + MINUTE) }),
    "not said whether it is booked": adopt({ isBooked: undefined as never }),
    "another key is this capture": adopt({}, undefined, [
      other("captured", { finalization: { transactionId: "T-1" } as never }),
    ]),
    "another key may be this capture": adopt({}, undefined, [other("parked", { mayBeCaptured: true })]),
    "a capture of the same amount has no transaction": adopt({}, undefined, [other("captured")]),
    "two captures of the same amount, and this one has no transaction": adopt({ transactionId: null }, undefined, [
      other("captured", { finalization: { transactionId: "T-0" } }),
    ]),
    "other facts": adopt({}, undefined, [other("captured", { request: { ...request, authorizedAmount: "200.00" } })]),
  },
};

function withCode(code: string, message: string) {
  return Object.assign(new Error(message), { code });
}

function missingTable() {
  return explained(withCode("42P01", 'relation "once_keys" does not exist'), whose) as Error;
}

function notAllowed(found: { readonly schema: boolean; readonly tables: boolean }) {
  return forbidden(withCode("42501", "permission denied"), whose, found) as Error;
}

function asynchronousBook() {
  throw runBook(new SqliteOnceStore(":memory:").database, async () => undefined)?.cause;
}

/** The `reason` of a key that is rejected before it is sent, because another key has captured. */
const unsent = (paymentMethod: PaymentMethod, totalAmount: string, finalization: object) => {
  const facts = { ...request, paymentMethod };
  const first = other("captured", {
    request: { ...facts, totalAmount },
    finalization: { transactionId: "T-1", ...finalization },
  });
  return (
    delivered(known(undefined, now, [first]), { key: "K-1", authorizationId: "A-1", request: facts }, "mine", terms)
      .reason ?? ""
  );
};

const reasons = {
  "a second part by card": unsent("card", "25.00", {}),
  "an invoice again": unsent("invoice", "100.00", {}),
  "PayPal, and the service accepts no more": unsent("paypal", "25.00", { canFinalizeAgain: false }),
};

/** What a person is asked about a key on the worklist. */
const questions: readonly [string, OnceRecord, OnceRecord?][] = [
  ["`parked` or `conflict`", sent("parked")],
  [
    "`parked` or `conflict`, and another key has captured 40.00",
    sent("parked"),
    other("captured", { request: { ...request, totalAmount: "40.00" } }),
  ],
  ["`parked` or `conflict`, and it would be more than was authorized", sent("conflict"), other("captured")],
  ["`parked` or `conflict`, and another key is unfinished", sent("parked"), other("unknown")],
  ["`pending` for a day", sent("pending", { isOverdue: true })],
  ["`retryable` for a day", record("retryable", { isOverdue: true })],
  ["`blocked` for a day", record("blocked", { isOverdue: true, blockedBy: "K-0" }), other("parked")],
  [
    "`retryable`, and its authorization expires soon",
    record("retryable", { isExpiring: true, expiresAt: noon + 600 * MINUTE }),
  ],
  ["`captured` and not booked for a day", record("captured", { isOverdue: true, bookFailures: 27 })],
];

export async function onceMistakes(): Promise<Message[]> {
  const asked = questions.map(([situation, own, ...others]) => {
    const words =
      withOwner(
        own,
        others.filter((each) => each !== undefined),
        terms,
      ).advice ?? "";
    return { section, group: "Questions for manual review", cause: situation, words };
  });
  const given = Object.entries(reasons).map(([cause, words]) => ({
    section,
    group: "Reasons for not sending",
    cause,
    words,
  }));
  return [...(await thrownMessages(section, mistakes)), ...asked, ...given];
}
