/** Mistakes in the use of `Once`, its errors, and its questions to people. A worker took the key at 12:00; it is 12:40. */
import { Once, OnceReview, type OnceState, OnceStoreError } from "merchant-payments/once";
import { PostgresOnceStore } from "merchant-payments/once/postgres";
import { SqliteOnceStore } from "merchant-payments/once/sqlite";
import type { OnceRecord } from "../../../src/once/record.js";
import { adopted, decided, type ReadDecision } from "../../../src/once/rules/decide.js";
import { withOwner } from "../../../src/once/rules/owner.js";
import { delivered } from "../../../src/once/rules/reserve.js";
import { corrected, withdrawn } from "../../../src/once/rules/withdraw.js";
import { explained } from "../../../src/once/stores/postgres-session.js";
import { SWAPPED } from "../../../src/once/stores/sqlite-database.js";
import { permanent } from "../../../src/once/stores/store.js";
import { known, MINUTE, other, record, request, terms } from "../../once/records.js";
import { clientOver } from "../../support/client.js";
import { type Mistakes, thrownMessages } from "./mistakes.js";
import type { Message } from "./page.js";

const section = "Once";
const noon = Date.UTC(2026, 0, 15, 12);
const now = noon + 40 * MINUTE;
const signed = { by: "mia", why: "seen in the back office" };
const balance = { finalized: "0.00", pending: "0.00" };
const authorization = { paymentMethod: "paypal", authorizedAmount: "100.00", currencyCode: "SEK" } as const;
const valid = { transactionId: "202601150000000001", totalAmount: "60.00" };
const asked = { key: "K-1", authorizationId: "A-1", request, expiresAt: undefined };

/** A key that may be captured; what was sent may arrive until 12:31. */
const sent = (state: OnceState, more: Partial<OnceRecord> = {}) =>
  record(state, { mayBeCaptured: true, mayArriveUntil: noon + 31 * MINUTE, ...more });

interface Given {
  readonly version?: number;
  readonly seenAt?: number;
  readonly others?: readonly OnceRecord[];
  readonly sameCapture?: string;
}
const decide =
  (own: OnceRecord | undefined, decision: Partial<ReadDecision>, given: Given = {}) =>
  () => {
    const { version = 1, seenAt = now, others = [], sameCapture } = given;
    const made = { ...signed, balance, as: "captured", ...decision } as ReadDecision;
    return decided(known(own, now, others, { sameCapture }), { key: "K-1", version, seenAt }, made);
  };
const correct =
  (own: OnceRecord, others: readonly OnceRecord[] = [], more: object = { totalAmount: "50.00" }) =>
  () =>
    corrected(
      known(own, now, others),
      { key: "K-1", version: 1, seenAt: now },
      { ...asked, request: { ...request, ...more } },
      signed,
    );
const adopt =
  (more: object, own?: OnceRecord, others: readonly OnceRecord[] = [], sameCapture?: string) =>
  () => {
    const adoption = { ...signed, isRecorded: true, at: new Date(noon), transactionId: "T-1", ...more };
    return adopted(known(own, now, others, { sameCapture }), asked, adoption);
  };
const withdraw = (own: OnceRecord) => () => withdrawn(known(own, now), { key: "K-1" }, signed);
const deliver = (own: OnceRecord | undefined, more: object, others: readonly OnceRecord[] = [], by: object = {}) =>
  delivered(
    known(own, now, others),
    { ...asked, request: { ...request, ...more } },
    { token: "mine", terms, canCall: true, ...by },
  );

const store = () => new SqliteOnceStore(":memory:");
const hooks = { book: () => undefined, fail: () => undefined };
const newOnce = (more: object) => () =>
  new Once({ payments: clientOver(undefined), store: store(), ...hooks, ...more } as never);
const review = () => new OnceReview({ store: store() });
const onPostgres =
  (options: object, pool: object | undefined = { connect: () => Promise.reject() }) =>
  () =>
    new PostgresOnceStore(pool as never, options as never);
const thrown = (error: unknown) => () => {
  throw error;
};
const withCode = (code: string, message: string) => Object.assign(new Error(message), { code });
const finalize = (key: string, finalization: object, facts: object | undefined) => () =>
  newOnce({})().finalize(key, finalization as never, { authorization: facts as never });
const cause = new Error("the database is away");

const mistakes: Readonly<Record<string, Mistakes>> = {
  "`new Once()`": {
    "no client": newOnce({ payments: undefined }),
    "no `book`": newOnce({ book: undefined }),
    "no `fail`": newOnce({ fail: undefined }),
    "a `book` that is text": newOnce({ book: "books" }),
    "a lease that leaves no time for the call and the hooks": newOnce({ leaseMs: 29_999 }),
    "an unknown option, its name near a known one": newOnce({ onChnge: () => undefined }),
    "the merchant, which belongs to the store": newOnce({ merchant: "north" }),
  },
  Stores: {
    "SQLite, a relative path": () => new SqliteOnceStore("captures.db"),
    "SQLite, a file that is not there": () => new SqliteOnceStore("/nowhere/captures.db"),
    "SQLite, a file that was swapped": thrown(permanent(SWAPPED)),
    "SQLite, an unknown option": () => new SqliteOnceStore(":memory:", { schema: "payments" } as never),
    "PostgreSQL, no schema": onPostgres({}),
    "PostgreSQL, a connection string": onPostgres({ schema: "payments" }, "postgres://localhost/shop" as never),
    "PostgreSQL, an unknown option, its name near a known one": onPostgres({ schema: "payments", hookTimeout: 1 }),
    "PostgreSQL, `migrate()` was forgotten": thrown(
      explained(withCode("42P01", 'relation "payments.once_keys" does not exist'), "payments"),
    ),
    "PostgreSQL, a user who may not use the tables": thrown(
      explained(withCode("42501", "permission denied for table once_keys"), "payments"),
    ),
    "PostgreSQL, a standby": thrown(explained(withCode("25006", "cannot execute INSERT"), "payments")),
  },
  "`once.finalize()`": {
    "the facts beside authorization": () => newOnce({})().finalize("K-1", valid, authorization as never),
    "no facts of the authorization": finalize("K-1", valid, undefined),
    "a time that is no Date": finalize("K-1", valid, { ...authorization, expiresAt: "2026-01-16" }),
  },
  "`review.get()`": { "a number as the key": () => review().get(1001 as never) },
  "`review.list()`": {
    "a misspelt filter": () => review().list({ waitFor: "person" } as object),
    "a page that is too large": () => review().list({ limit: 40_000 }),
  },
  OnceStoreError: {
    "a SQLite file that was swapped during a capture": thrown(
      new OnceStoreError({ key: "K-1", merchant: "", state: "captured" }, permanent(SWAPPED)),
    ),
    "a SQLite file that was swapped before anything was sent": thrown(
      new OnceStoreError({ key: "K-1", merchant: "" }, permanent(SWAPPED)),
    ),
    "the store is away before anything was sent": thrown(new OnceStoreError({ key: "K-1", merchant: "" }, cause)),
    "the store could not be read": thrown(new OnceStoreError({ key: undefined, merchant: "north" }, cause)),
    "the store is away after a capture": thrown(
      new OnceStoreError(
        { key: "K-1", merchant: "", state: "captured", finalization: { transactionId: "T-1" } as never },
        cause,
      ),
    ),
  },
  PaymentValidationError: {
    "an empty key": finalize("", valid, authorization),
    "a number as the key": finalize(1001 as never, valid, authorization),
    "a key that only looks like the job's": finalize("Ko\u0308ping-1", valid, authorization),
    "an empty authorization": finalize("K-1", valid, {}),
    "no authorized amount": finalize("K-1", valid, { ...authorization, authorizedAmount: undefined }),
    "an amount of 0": finalize("K-1", { ...valid, totalAmount: "0.00" }, authorization),
    "a delivery of another amount than the one that may be captured": () =>
      deliver(sent("parked"), { totalAmount: "50.00" }),
    "a delivery of another amount while the call is in flight": () =>
      deliver(record("sending", { token: "held" }), { totalAmount: "50.00" }),
    "a delivery of another amount than the captured one": () => deliver(record("captured"), { totalAmount: "50.00" }),
    "a delivery of another amount than the queued one": () => deliver(record("queued"), { totalAmount: "50.00" }),
    "a delivery of the request that a person replaced": () =>
      deliver(
        record("captured", {
          request: { ...request, totalAmount: "50.00" },
          history: [{ at: noon, state: "rejected", ...signed, request }],
        }),
        {},
      ),
    "a delivery of the request that a later job replaced": () =>
      deliver(
        record("captured", {
          request: { ...request, totalAmount: "50.00" },
          history: [{ at: noon, state: "rejected", request }],
        }),
        {},
      ),
  },
  "`review.decide()`": {
    "nobody signs": () =>
      review().decide({ key: "K-1", version: 1, seenAt: 1 }, { as: "captured", by: "", why: "seen" }),
    "an unknown decision": () =>
      review().decide({ key: "K-1", version: 1, seenAt: 1 }, { ...signed, as: "sent_again" as never }),
    "an unknown key": decide(undefined, {}),
    "the key has changed": decide(sent("parked"), {}, { version: 7 }),
    "another key has changed": decide(sent("parked"), {}, { others: [other("rejected", { lastSentAt: now })] }),
    "the snapshot is too old": decide(sent("parked"), { as: "not_captured" }, { seenAt: noon }),
    "a worker holds the key": decide(record("sending", { token: "held" }), { as: "not_captured" }),
    "captured, and the balance shows nothing": decide(sent("parked"), {}),
    "captured without evidence": decide(sent("parked"), { balance: undefined }),
    "captured as the capture of another key": decide(sent("parked"), { transactionId: "T-1" }, { sameCapture: "K-0" }),
    "captured beside an unfinished key": decide(sent("parked"), {}, { others: [other("unknown")] }),
    "captured, though it was never sent": decide(record("queued"), { balance: { finalized: "60.00", pending: "0" } }),
    "not captured, without a balance": decide(sent("parked"), { as: "not_captured", balance: undefined }),
    "not captured, and something is pending": decide(sent("pending"), {
      as: "not_captured",
      balance: { finalized: "0.00", pending: "60.00" },
    }),
    "not captured, and the service reported more": decide(
      sent("parked", { finalization: { totalAmountFinalized: "60" } }),
      { as: "not_captured" },
    ),
    "not captured, and the books may have it": decide(sent("parked", { isBookTried: true }), { as: "not_captured" }),
    "to send again what the balance shows": decide(sent("parked"), {
      as: "send_again",
      balance: { finalized: "60.00", pending: "0.00" },
    }),
    "to send again beside an unfinished key": decide(
      sent("parked"),
      { as: "send_again" },
      { others: [other("unknown")] },
    ),
    "to send again by figures that differ": decide(sent("parked"), {
      as: "send_again",
      balance: { differs: "refunded" },
    }),
    "to send a captured key again": decide(sent("captured"), { as: "send_again" }),
    "to send an erased key again": decide(record("rejected", { isErased: true }), { as: "send_again" }),
    "to decide a withdrawn key": decide(record("not_captured", { isWithdrawn: true }), {}),
  },
  "`review.correct()`": {
    "no `preview`": () => review().correct({ key: "K-1", version: 1, seenAt: 1 }, valid, { ...signed, authorization }),
    "an erased key": correct(record("rejected", { isErased: true })),
    "a key that a worker holds": correct(record("sending", { token: "held" })),
    "a key that may be captured": correct(sent("pending")),
    "facts that another key has otherwise": correct(record("rejected"), [other("captured")], {
      authorizedAmount: "200.00",
    }),
  },
  "`review.withdraw()`": {
    "a key that is captured": withdraw(record("captured")),
    "a key that is rejected": withdraw(record("rejected")),
    "a key that may be captured": withdraw(sent("unknown")),
  },
  "`review.adopt()`": {
    "the key exists": adopt({}, record("rejected")),
    "a time that is to come": adopt({ at: new Date(now + MINUTE) }),
    "the id of the authorization": adopt({ transactionId: request.transactionId }),
    "another key is this capture": adopt({}, undefined, [], "K-0"),
    "another key may be this capture": adopt({}, undefined, [other("parked", { mayBeCaptured: true })]),
    "a capture of the same amount has no transaction": adopt({}, undefined, [other("captured")]),
    "more than was authorized": adopt({}, undefined, [
      other("captured", { request: { ...request, totalAmount: "90.00" } }),
    ]),
  },
};

const first = (paymentMethod: "card" | "paypal", finalization: object) =>
  other("captured", { request: { ...request, paymentMethod, totalAmount: "25.00" }, finalization });
const reasons = {
  "a second part by card": deliver(undefined, { paymentMethod: "card" }, [first("card", {})]),
  "PayPal, and the service accepts no more": deliver(undefined, {}, [first("paypal", { canFinalizeAgain: false })]),
  "other facts": deliver(undefined, { authorizedAmount: "200.00" }, [first("paypal", {})]),
};

const soon = { isOverdue: true, expiresAt: noon + 600 * MINUTE };

/** What a person is asked about a key on the worklist. */
const questions: readonly [string, OnceRecord, ...OnceRecord[]][] = [
  ["`balance`", sent("parked", { question: "balance" })],
  [
    "`balance`, and another key has captured 40.00",
    sent("parked", { question: "balance" }),
    other("captured", { request: { ...request, totalAmount: "40.00" } }),
  ],
  ["`balance`, and it would be more than was authorized", sent("parked", { question: "balance" }), other("captured")],
  ["`balance`, and another key is unfinished", sent("parked", { question: "balance" }), other("unknown")],
  [
    "`balance`, it would be more than was authorized, and another key is unfinished",
    sent("parked", { question: "balance" }),
    other("captured"),
    other("unknown", { key: "K-2" }),
  ],
  ["`more_captured`", sent("parked", { question: "more_captured" })],
  ["`late_success`", sent("parked", { question: "late_success" })],
  ["`refused`", record("parked", { question: "refused", reason: "HTTP 403" })],
  ["`unlisted_key`", sent("parked", { question: "unlisted_key", unlistedKey: "CARD_EXPIRED" })],
  ["`pending`", sent("pending", { isOverdue: true })],
  ["`expires`", { ...deliver(undefined, {}, [], { canCall: false, openReason: "HTTP_401" }), ...soon }],
  ["`expires`, and it waits for another key", { ...deliver(undefined, {}, [other("unknown")]), ...soon }],
  ["`decision_lapsed`", sent("queued", { isOverdue: true, openSince: noon - 24 * 60 * MINUTE })],
  ["`hook`, after a capture", record("captured", { isOverdue: true })],
  ["`hook`, after a rejection", record("rejected", { isOverdue: true })],
];

export async function onceMistakes(): Promise<Message[]> {
  const asked = questions.map(([situation, own, ...others]) => {
    const words = withOwner(own, others, now, terms).advice ?? "";
    return { section, group: "Questions for manual review", cause: situation, words };
  });
  const given = Object.entries(reasons).flatMap(([cause, { reason = "", advice = "" }]) => [
    { section, group: "Reasons for not sending", cause, words: reason },
    { section, group: "Advice after a key was not sent", cause, words: advice },
  ]);
  return [...(await thrownMessages(section, mistakes)), ...asked, ...given];
}
