import fc from "fast-check";
import type { FakePaymentService } from "merchant-payments/testing";
import { order } from "../../support/client.js";
import { newService } from "../../support/service-adapters.js";

/** A service with two orders of 250.00 and four authorizations of 125.00: the same one at every call. */
export function busyService(): FakePaymentService {
  const service = newService();
  const simple = { ...order, totalAmount: "250.00" };
  const detailed = { ...simple, orderNumber: "ORDER-1002", lineItems: [{ totalLineAmount: "250.00" }], billTo: {} };
  const { orderId: first = "" } = service.createOrder(simple);
  const { orderId: second = "" } = service.createOrder(detailed);
  const authorizedAmount = "125.00";
  service.authorize(first, { paymentMethod: "card", authorizedAmount });
  service.authorize(second, { paymentMethod: "other", authorizedAmount });
  service.authorize(first, { paymentMethod: "swish", authorizedAmount, pending: true });
  service.annul(service.authorize(second, { paymentMethod: "other", authorizedAmount }).transactionId);
  return service;
}

const [simpleOrder = "", detailedOrder = ""] = busyService().orders.map(({ orderId }) => orderId);

const weighted = <Value>(weight: number, arbitrary: fc.Arbitrary<Value>) => ({ weight, arbitrary });
const words = (text: string) => fc.constantFrom(...text.split(" "));

const credentials = fc.oneof(
  weighted(9, fc.constant("Basic bWVyY2hhbnQtMTpmYWtlLXBhc3N3b3Jk")),
  weighted(1, fc.constantFrom(undefined, "", "Basic", "Basic b3RoZXI6ZmFrZQ==", "Bearer token")),
);
const method = fc.oneof(weighted(9, words("POST")), weighted(1, words("GET HEAD PUT PATCH DELETE OPTIONS")));

const amount = words("125.00 125.00 125.00 100.50 125 100.50 0.01 125.01 0 -1 1e3 abc 99999999999999.99");
const orderNumber = words(`ORDER-1003 ORDER-1004 ORDER-1001 Å%20Ö/1 123 ${"x".repeat(51)} % ..-1`);
const currency = words("SEK EUR 752 S KRONA");
const orderId = words(`${simpleOrder} ${detailedOrder.toUpperCase()} no-guid 00000000-0000-4000-8000-000000000000`);
const authorizations = ["01", "02", "03", "04", "99"].map((end) => `2026030400000000${end}`);
const transactionId = words(`${authorizations.join(" ")} 17-characters-long short`);

const oddPaths = words(
  "/ // /orders /orders/create/ /orders/create/ORDER-1003 /orders/create/%/125.00/SEK /orders/create/%E5/125.00/SEK " +
    "/orders/create//125.00/SEK /orders/create/ORDER-1003/125.00/SEK/ /Orders/Create/ORDER-1003/125.00/SEK " +
    "/orders/create/ORDER-1003/125.00/SEK?totalAmount=1.00 /transactions/202603040000000001/finalize " +
    "/transactions/202603040000000001/void/125.00",
);
const path = fc.oneof(
  weighted(3, fc.constant("/orders/create")),
  weighted(
    4,
    fc
      .tuple(orderNumber, amount, currency)
      .map((values) => `/orders/create/${values.map(encodeURIComponent).join("/")}`),
  ),
  weighted(
    4,
    fc
      .tuple(orderId, transactionId, amount)
      .map(([id, ...rest]) => `/orders/${id}/transactions/${rest.join("/finalize/")}`),
  ),
  weighted(
    3,
    fc.tuple(transactionId, amount).map((values) => `/transactions/${values.join("/finalize/")}`),
  ),
  weighted(2, oddPaths),
);

const lineFields = { totalLineAmount: words("125.00 100.50 24.50 x"), name: words("Å"), quantity: words("1.50") };
const line = fc.record(lineFields, { requiredKeys: [] });

/** JSON text, with amounts as text or as numbers with all their digits. */
const orderFields = {
  orderNumber: fc.constantFrom("ORDER-1003", "123", null),
  totalAmount: fc.constantFrom("125.00", "100.50", "0.00", "x", null),
  currencyCode: fc.constantFrom("SEK", "752", "s", 752),
  lineItems: fc.oneof(fc.array(line, { maxLength: 3 }), fc.constantFrom(null, "none")),
  billTo: fc.constantFrom({}, { address: { city: "Umeå 🏔" } }, null, "nobody"),
  customer: fc.constantFrom({ customerId: "1" }, []),
  purchaseReference: fc.constantFrom("r".repeat(30), "r"),
  orderId: words(`${simpleOrder} ${detailedOrder} no-guid`),
  transactionId: fc.constantFrom("202603040000000001", 202603040000000),
};
const withNumbers = (record: object) => JSON.stringify(record).replace(/"(\d+\.\d\d)"/g, "$1");
const withOtherKeys = (record: object) => withNumbers(record).replaceAll('"total', '"TOTAL').replace("lineI", "linei");
const fields = fc
  .record(orderFields, { requiredKeys: ["totalAmount"] })
  .chain((record) => fc.constantFrom(JSON.stringify(record), withNumbers(record), withOtherKeys(record)));

const wholeOrder =
  '{"orderNumber":"ORDER-1005","totalAmount":10.10,"currencyCode":"SEK","lineitems":[],"billTo":{"isCompany":true}}';
const oddBodies = fc.constantFrom<string | Uint8Array<ArrayBuffer>>(
  ...["{}", " \r\n", "[]", "null", "12.50", '"text"', '{"orderNumber":', "{}{}", "\ufeff{}", '{"billTo":"\\ud800"}'],
  '{"__proto__":{"orderNumber":"ORDER-1003"},"constructor":null}',
  new Uint8Array([0x7b, 0xff, 0x7d]),
  `{"billTo":${"[".repeat(200)}${"]".repeat(200)}}`,
  `{"billTo":${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}}`,
);
const body = fc.oneof<fc.MaybeWeightedArbitrary<string | Uint8Array<ArrayBuffer>>[]>(
  weighted(5, fc.constant("")),
  weighted(4, fields),
  weighted(2, fc.constant(wholeOrder)),
  weighted(2, oddBodies),
);

/** A request of the service, good or bad. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: string | Uint8Array<ArrayBuffer>;
}

const anyCall = fc.record({ method, path, authorization: credentials, body });

/** The same calls in every run. */
export const calls: readonly Call[] = fc.sample(anyCall, { seed: 20260304, numRuns: 200 });
