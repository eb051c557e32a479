/**
 * Writes a key in every state into a new file, in the format of today. Before you change the format, run
 * `npm run build && npx node test/once/formats/write.ts <file>.db`, and let `formats.test.ts` open the file.
 */
import { rmSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { mock } from "node:test";
import { basicAuth, type Finalization, PaymentClient } from "merchant-payments";
import { Once, type OnceOptions } from "merchant-payments/once";
import { SqliteOnceStore } from "merchant-payments/once/sqlite";
import { FakePaymentService, fault, type SellOptions } from "merchant-payments/testing";

const MINUTE = 60_000;
const [file = "format.db"] = process.argv.slice(2);
rmSync(file, { force: true });

let now = Date.UTC(2026, 0, 15);
mock.timers.enable({ apis: ["Date"], now });
mock.method(process.hrtime, "bigint", () => BigInt(now) * 1_000_000n);
const pass = (ms: number) => {
  now += ms;
  mock.timers.setTime(now);
};

const service = new FakePaymentService();
const client = (fetch: typeof globalThis.fetch = service.fetch) =>
  new PaymentClient({
    baseUrl: "https://payments.example.com",
    auth: basicAuth(service.merchantId, service.password),
    fetch,
    maxRetries: 0,
    resolve: { sendAgain: ["card", "paypal"] },
  });
const database = new DatabaseSync(file);
database.exec("pragma page_size = 512");
const given: OnceOptions<DatabaseSync> = {
  payments: client(),
  store: new SqliteOnceStore(database),
  book: () => undefined,
  unbook: () => undefined,
};
const once = new Once(given);
const signed = { by: "Åsa", why: "seen in the back office" };

const tooMuch = { totalAmount: "100.01" };

function sell(paymentMethod: SellOptions["paymentMethod"] = "card", more: Partial<SellOptions> = {}) {
  const sale = service.sell({ paymentMethod, totalAmount: "100.00", ...more });
  const authorization = { paymentMethod, authorizedAmount: "100.00", currencyCode: "SEK" } as const;
  const capture = (key: string, more: Partial<Finalization> = {}, by = once) =>
    by.finalize(key, { ...sale, ...more }, { authorization });
  /** The service rejects it. */
  const captureTooMuch = (key: string) =>
    once.finalize(key, { ...sale, ...tooMuch }, { authorization: { ...authorization, authorizedAmount: "100.01" } });
  return { ...sale, authorization, capture, captureTooMuch };
}
async function seen(key: string) {
  const snapshot = await once.get(key);
  if (snapshot === undefined) throw new Error(`no key ${key}`);
  return snapshot;
}
const none = { finalized: "0", pending: "0" };
const part = { totalAmount: "60.00" };

await sell().capture("erased", { invoiceId: "INV-1" });
pass(60 * MINUTE);
await once.erase({ before: new Date() });

await sell().capture("captured", { invoiceId: "INV-2" });

const closedBooks = () => {
  throw new Error("the month is closed");
};
await sell().capture("captured, not booked", {}, new Once({ ...given, book: closedBooks }));

const { authorization, transactionId, orderId } = sell();
const adoption = { ...signed, authorization, transactionId: "4711", isBooked: true, at: new Date() };
await once.adopt("captured, adopted", { transactionId, orderId, totalAmount: "100.00" }, adoption);

await once.withdraw("withdrawn", signed);

await sell().captureTooMuch("rejected");

const corrected = sell();
await corrected.captureTooMuch("captured, replaced");
await corrected.capture("captured, replaced");

service.faults.next("finalize", fault.status(401));
await sell().capture("not_captured");
await once.decide(await seen("not_captured"), { ...signed, as: "not_captured" });

service.faults.next("finalize", fault.status(401));
await sell().capture("retryable");

const decided = sell("paypal");
service.faults.next("finalize", fault.loseResponse());
await decided.capture("retryable, decided", part);
pass(60 * MINUTE);
await once.decide(await seen("retryable, decided"), { ...signed, as: "send_again", balance: none });

const person = sell();
await person.captureTooMuch("retryable, corrected");
await once.correct(
  await seen("retryable, corrected"),
  { transactionId: person.transactionId, ...part },
  {
    ...signed,
    authorization: person.authorization,
  },
);

const blocking = sell("paypal");
service.faults.next("finalize", fault.loseResponse());
await blocking.capture("parked", part);
const expiresAt = new Date(now + 48 * 60 * MINUTE);
const expiring = { authorization: { ...blocking.authorization, expiresAt } };
const { transactionId: blockingId, orderId: blockingOrder } = blocking;
const rest = { transactionId: blockingId, orderId: blockingOrder, totalAmount: "40.00" };
await once.finalize("blocked", rest, expiring);

await sell("paypal", { pending: true }).capture("pending");

service.faults.next("finalize", fault.duplicate({ response: "second" }));
await sell("paypal").capture("conflict", { totalAmount: "40.00" });

service.faults.next("finalize", fault.loseResponse());
await sell().capture("unknown");

const never = client(() => new Promise(() => undefined));
void sell().capture("sending", {}, new Once({ ...given, payments: never }));
await new Promise((resolve) => setTimeout(resolve, 100));

const rows = database.prepare("select document from once_keys order by key").all();
writeFileSync(file.replace(".db", ".jsonl"), rows.map(({ document }) => `${document}\n`).join(""));
database.exec("pragma journal_mode = delete; vacuum");
process.exit();
