/** Mistakes in the use of `Once`, its errors, and its questions to people. A worker took the key at 12:00; it is 12:40. */
import { Once, OnceReview, OnceStoreError } from "merchant-payments/once";
import { PostgresOnceStore } from "merchant-payments/once/postgres";
import { SqliteOnceStore } from "merchant-payments/once/sqlite";
import type { OnceRecord } from "../../../src/once/record.js";
import { withOwner } from "../../../src/once/rules/owner.js";
import { delivered } from "../../../src/once/rules/reserve.js";
import { explained } from "../../../src/once/stores/postgres-session.js";
import { SWAPPED } from "../../../src/once/stores/sqlite-database.js";
import { permanent } from "../../../src/once/stores/store.js";
import { signed, wrapped } from "../../once/merchant.js";
import { decidedBy, heldByWorker, known, MINUTE, other, record, request, terms } from "../../once/records.js";
import { now, refusals, sent } from "../../once/refusals.js";
import { clientOver } from "../../support/client.js";
import { type Mistakes, thrownMessages } from "./mistakes.js";
import type { Message } from "./page.js";

const section = "Once";
const noon = now - 40 * MINUTE;
const authorization = { paymentMethod: "paypal", authorizedAmount: "100.00", currencyCode: "SEK" } as const;
const valid = { transactionId: "202601150000000001", totalAmount: "60.00" };
const asked = { key: "K-1", authorizationId: "A-1", request, expiresAt: undefined };

const by = { token: "mine", terms, canCall: true };
const deliver = (own: OnceRecord | undefined, more: object, others: readonly OnceRecord[] = [], changes: object = {}) =>
  delivered(known(own, now, others), { ...asked, request: { ...request, ...more } }, { ...by, ...changes });

const client = clientOver(undefined);
const waiving = clientOver(undefined, { waive: ["positiveTotal"] });
const adoption = { ...signed, authorization, transactionId: "T-1", isRecorded: true, at: new Date(noon) };
const seen = { key: "K-1", version: 1, seenAt: 1 };
const store = () => new SqliteOnceStore(":memory:");
const hooks = { book: () => undefined, fail: () => undefined };
const newOnce = (more: object) => () => new Once({ payments: client, store: store(), ...hooks, ...more } as never);
const review = () => new OnceReview({ store: store() });
const onPostgres =
  (options: object, pool: object | undefined = { connect: () => Promise.reject() }) =>
  () =>
    new PostgresOnceStore(pool as never, options as never);
const thrown = (error: unknown) => () => {
  throw error;
};
const refusedByPostgres = (code: string, message: string) =>
  thrown(explained(Object.assign(new Error(message), { code }), "payments"));
const swapped = permanent(SWAPPED);
const unstored = (cause: Error, more: object = {}) =>
  thrown(new OnceStoreError({ key: "K-1", merchant: "", ...more }, cause));
const captured = { state: "captured", finalization: { transactionId: "T-1" } };
const finalize = (key: string, finalization: object, facts: object | undefined) => () =>
  newOnce({})().finalize(key, finalization as never, { authorization: facts as never });
const away = new Error("the database is away");
const fifty = { totalAmount: "50.00" };
const replacedBy = (by: object) =>
  record("captured", { request: { ...request, ...fifty }, history: [{ at: noon, state: "rejected", ...by, request }] });

const mistakes: Readonly<Record<string, Mistakes>> = {
  "`new Once()`": {
    "no client": newOnce({ payments: undefined }),
    "a client that was spread": newOnce({ payments: { ...client } }),
    "a wrapper whose time limit is text": newOnce({ payments: { ...wrapped(client), timeoutMs: "30000" } }),
    "no store": newOnce({ store: null }),
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
    "SQLite, a file that was swapped": thrown(swapped),
    "SQLite, an unknown option": () => new SqliteOnceStore(":memory:", { schema: "payments" } as never),
    "PostgreSQL, no schema": onPostgres({}),
    "PostgreSQL, a connection string": onPostgres({ schema: "payments" }, "postgres://localhost/shop" as never),
    "PostgreSQL, an unknown option, its name near a known one": onPostgres({ schema: "payments", hookTimeout: 1 }),
    "PostgreSQL, `migrate()` was forgotten": refusedByPostgres("42P01", 'relation "payments.once_keys" does not exist'),
    "PostgreSQL, a user who may not use the tables": refusedByPostgres(
      "42501",
      "permission denied for table once_keys",
    ),
    "PostgreSQL, a standby": refusedByPostgres("25006", "cannot execute INSERT"),
  },
  "`once.finalize()`": {
    "the facts beside authorization": () => newOnce({})().finalize("K-1", valid, authorization as never),
    "an amount of 0, to a client that waives the rule": () =>
      newOnce({ payments: waiving })().finalize("K-1", { ...valid, totalAmount: "0" }, { authorization }),
    "no options": () => newOnce({})().finalize("K-1", valid, null as never),
    "what was finalized before": finalize("K-1", valid, { ...authorization, finalizedBefore: "1" }),
    "no facts of the authorization": finalize("K-1", valid, undefined),
    "a time that is no Date": finalize("K-1", valid, { ...authorization, expiresAt: "2026-01-16" }),
  },
  OnceStoreError: {
    "a SQLite file that was swapped during a capture": unstored(swapped, captured),
    "a SQLite file that was swapped before anything was sent": unstored(swapped),
    "the store is away before anything was sent": unstored(away),
    "the store could not be read": unstored(away, { key: undefined, merchant: "north" }),
    "the store is away after a capture": unstored(away, captured),
  },
  PaymentValidationError: {
    "an empty key": finalize("", valid, authorization),
    "a number as the key": finalize(1001 as never, valid, authorization),
    "a key that only looks like the job's": finalize("Ko\u0308ping-1", valid, authorization),
    "an empty authorization": finalize("K-1", valid, {}),
    "no authorized amount": finalize("K-1", valid, { ...authorization, authorizedAmount: undefined }),
    "an amount of 0": finalize("K-1", { ...valid, totalAmount: "0.00" }, authorization),
    "a delivery of another amount than the one that may be captured": () => deliver(sent("parked"), fifty),
    "a delivery of another amount while the call is in flight": () => deliver(heldByWorker(), fifty),
    "a delivery of another amount than the captured one": () => deliver(record("captured"), fifty),
    "a delivery of another amount than the queued one": () => deliver(record("queued"), fifty),
    "a delivery of the request that a person replaced": () => deliver(replacedBy(signed), {}),
    "a delivery of the request that a later job replaced": () => deliver(replacedBy({}), {}),
  },
  "`new OnceReview()`": {
    "no store": () => new OnceReview({} as never),
    "the client itself": () => new OnceReview({ store: store(), payments: client } as never),
  },
  "`review.get()`": { "a number as the key": () => review().get(1001 as never) },
  "`review.list()`": {
    "a misspelt filter": () => review().list({ waitFor: "person" } as object),
    "a misspelt owner": () => review().list({ waitsFor: "persn" as "person" }),
    "a page that is too large": () => review().list({ limit: 40_000 }),
  },
  "`review.decide()`": {
    "nobody signs": () => review().decide(seen, { as: "captured", by: "", why: "seen" }),
    "an unknown decision": () => review().decide(seen, { ...signed, as: "sent_again" as "send_again" }),
    "half a snapshot": () => review().decide({ key: "K-1" } as never, { ...signed, as: "captured" }),
    "a number as an amount": () =>
      review().decide(seen, { ...signed, as: "captured", balance: { finalized: 60 as never } }),
  },
  "`review.correct()`": { "no `preview`": () => review().correct(seen, valid, { ...signed, authorization }) },
  "`review.adopt()`": { "an amount of 0": () => review().adopt("K-1", { ...valid, totalAmount: "0" }, adoption) },
  "`review.erase()`": { "no date": () => review().erase({} as never) },
};

/** What the rules refuse to a person. */
const refused = Object.entries(refusals).map(([called, rows]) => [
  called,
  Object.fromEntries(rows.map(([situation, , attempt]) => [situation, attempt])),
]);

const first = (paymentMethod: "card" | "paypal", finalization: object) =>
  other("captured", { request: { ...request, paymentMethod, totalAmount: "25.00" }, finalization });
const reasons = {
  "a second part by card": deliver(undefined, { paymentMethod: "card" }, [first("card", {})]),
  "PayPal, and the service accepts no more": deliver(undefined, {}, [first("paypal", { canFinalizeAgain: false })]),
  "other facts": deliver(undefined, { authorizedAmount: "200.00" }, [first("paypal", {})]),
};

const soon = { isOverdue: true, expiresAt: noon + 600 * MINUTE };

const balance = sent("parked", { question: "balance" });
const ofForty = other("captured", { request: { ...request, totalAmount: "40.00" } });
const second = other("unknown", { key: "K-2" });

/** What a person is asked about a key on the worklist. */
const questions: readonly [string, OnceRecord, ...OnceRecord[]][] = [
  ["`balance`", balance],
  ["`balance`, and another key has captured 40.00", balance, ofForty],
  ["`balance`, and it would be more than was authorized", balance, other("captured")],
  ["`balance`, and another key is unfinished", balance, other("unknown")],
  [
    "`balance`, it would be more than was authorized, and another key is unfinished",
    balance,
    other("captured"),
    second,
  ],
  ["`balance`, and a person decided about another key", balance, other("captured", { history: decidedBy("captured") })],
  ["`facts`", sent("parked", { question: "facts", reason: "its facts differ" })],
  ["`more_captured`", sent("parked", { question: "more_captured" })],
  ["`late_success`", sent("parked", { question: "late_success" })],
  ["`refused`", record("parked", { question: "refused", reason: "HTTP 403" })],
  ["`unlisted_key`", sent("parked", { question: "unlisted_key", unlistedKey: "CARD_EXPIRED" })],
  ["`pending`", sent("pending", { isOverdue: true })],
  ["`expires`", { ...deliver(undefined, {}, [], { canCall: false, openReason: "HTTP_401" }), ...soon }],
  ["`expires`, and it waits for another key", { ...deliver(undefined, {}, [other("unknown")]), ...soon }],
  ["`expires`, of a pending key", sent("pending", soon)],
  ["none yet: it is queued for long", record("queued", { isAged: true, reason: "HTTP 401" })],
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
  return [
    ...(await thrownMessages(section, mistakes)),
    ...(await thrownMessages(section, Object.fromEntries(refused))),
    ...asked,
    ...given,
  ];
}
