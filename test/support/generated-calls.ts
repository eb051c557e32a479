import fc from "fast-check";
import type { FakePaymentService } from "merchant-payments/testing";
import { newService } from "./service-adapters.js";

/** A service with two orders and four authorizations: the same one at every call. */
export function busyService(): FakePaymentService {
  const service = newService();
  const simple = { orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" };
  const detailed = { ...simple, orderNumber: "ORDER-1002", lineItems: [{ totalLineAmount: "125.00" }], billTo: {} };
  const { orderId: first = "" } = service.createOrder(simple);
  const { orderId: second = "" } = service.createOrder(detailed);
  service.authorize(first, { paymentMethod: "card" });
  service.authorize(second, { paymentMethod: "other" });
  service.authorize(first, { paymentMethod: "swish", pending: true });
  service.annul(service.authorize(second, { paymentMethod: "other" }).transactionId);
  return service;
}

const [simpleOrder, detailedOrder] = busyService().orders.map(({ orderId }) => orderId);

const credentials = fc.oneof(
  { weight: 9, arbitrary: fc.constant("Basic bWVyY2hhbnQtMTpmYWtlLXBhc3N3b3Jk") },
  { weight: 1, arbitrary: fc.constantFrom(undefined, "", "Basic", "Basic b3RoZXI6ZmFrZQ==", "Bearer token") },
);

const method = fc.oneof(
  { weight: 9, arbitrary: fc.constant("POST") },
  { weight: 1, arbitrary: fc.constantFrom("GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS") },
);

const amount = fc.constantFrom(
  "125.00",
  "125.00",
  "125.00",
  "100.50",
  "125",
  "100.50",
  "0.01",
  "125.01",
  "0",
  "-1",
  "1e3",
  "abc",
  "99999999999999.99",
);
const orderNumber = fc.constantFrom(
  "ORDER-1003",
  "ORDER-1004",
  "ORDER-1001",
  "Å%20Ö/1",
  "123",
  "x".repeat(51),
  "%",
  "..-1",
);
const currency = fc.constantFrom("SEK", "EUR", "752", "S", "KRONA");
const orderId = fc.constantFrom(
  simpleOrder,
  detailedOrder?.toUpperCase(),
  "no-guid",
  "00000000-0000-4000-8000-000000000000",
);
const transactionId = fc.constantFrom(
  "202603040000000001",
  "202603040000000002",
  "202603040000000003",
  "202603040000000004",
  "202603040000000099",
  "17-characters-long",
  "short",
);

const path = fc.oneof(
  { weight: 3, arbitrary: fc.constant("/orders/create") },
  {
    weight: 4,
    arbitrary: fc
      .tuple(orderNumber, amount, currency)
      .map((values) => `/orders/create/${values.map(encodeURIComponent).join("/")}`),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(orderId, transactionId, amount)
      .map(([order, transaction, total]) => `/orders/${order}/transactions/${transaction}/finalize/${total}`),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(transactionId, amount)
      .map(([transaction, total]) => `/transactions/${transaction}/finalize/${total}`),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      "/",
      "//",
      "/orders",
      "/orders/create/",
      "/orders/create/ORDER-1003",
      "/orders/create/%/125.00/SEK",
      "/orders/create/%E5/125.00/SEK",
      "/orders/create//125.00/SEK",
      "/orders/create/ORDER-1003/125.00/SEK/",
      "/Orders/Create/ORDER-1003/125.00/SEK",
      "/orders/create/ORDER-1003/125.00/SEK?totalAmount=1.00",
      "/transactions/202603040000000001/finalize",
      "/transactions/202603040000000001/void/125.00",
    ),
  },
);

const line = fc.record(
  {
    totalLineAmount: fc.constantFrom("125.00", "100.50", "24.50", "x"),
    name: fc.constant("Å"),
    quantity: fc.constant("1.50"),
  },
  { requiredKeys: [] },
);

/** JSON text; amounts as numbers with all their digits, or as text. */
const fields = fc
  .record(
    {
      orderNumber: fc.constantFrom("ORDER-1003", "123", null),
      totalAmount: fc.constantFrom("125.00", "100.50", "0.00", "x", null),
      currencyCode: fc.constantFrom("SEK", "752", "s", 752),
      lineItems: fc.oneof(fc.array(line, { maxLength: 3 }), fc.constantFrom(null, "none")),
      billTo: fc.constantFrom({}, { address: { city: "Umeå 🏔" } }, null, "nobody"),
      customer: fc.constantFrom({ customerId: "1" }, []),
      purchaseReference: fc.constantFrom("r".repeat(30), "r"),
      orderId: fc.constantFrom(simpleOrder, detailedOrder, "no-guid"),
      transactionId: fc.constantFrom("202603040000000001", 202603040000000),
    },
    { requiredKeys: ["totalAmount"] },
  )
  .chain((record) => fc.constantFrom(JSON.stringify(record), withNumbers(record), withOtherKeys(record)));

const withNumbers = (record: object) => JSON.stringify(record).replace(/"(\d+\.\d\d)"/g, "$1");
const withOtherKeys = (record: object) => withNumbers(record).replaceAll('"total', '"TOTAL').replace("lineI", "linei");

const wholeOrder =
  '{"orderNumber":"ORDER-1005","totalAmount":10.10,"currencyCode":"SEK","lineitems":[],"billTo":{"isCompany":true}}';

const body = fc.oneof<fc.MaybeWeightedArbitrary<string | Uint8Array<ArrayBuffer>>[]>(
  { weight: 5, arbitrary: fc.constant("") },
  { weight: 4, arbitrary: fields },
  { weight: 2, arbitrary: fc.constant(wholeOrder) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<string | Uint8Array<ArrayBuffer>>(
      "{}",
      " \r\n",
      "[]",
      "null",
      "12.50",
      '"text"',
      '{"orderNumber":',
      "{}{}",
      '{"__proto__":{"orderNumber":"ORDER-1003"},"constructor":null}',
      "\ufeff{}",
      '{"billTo":"\\ud800"}',
      new Uint8Array([0x7b, 0xff, 0x7d]),
      `{"billTo":${"[".repeat(200)}${"]".repeat(200)}}`,
      `{"billTo":${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}}`,
    ),
  },
);

/** A request of the service, good or bad. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: string | Uint8Array<ArrayBuffer>;
}

/** The same ones in every run. */
export const calls: readonly Call[] = fc.sample(fc.record({ method, path, authorization: credentials, body }), {
  seed: 20260304,
  numRuns: 200,
});
