/** Workers of `Once` over a store, beside the fake of the service. */
import type { basicAuth, PaymentClient } from "../../../index.js";
import type { Once, OnceOptions, OnceSnapshot, OnceStore } from "../../../once/index.js";
import { FakePaymentService } from "../../service/fake-payment-service.js";
import type { Sale } from "../../service/rules/sales.js";
import { until } from "../putting.js";
import { type MakeStore, over, type StoreUnderTest } from "../store-under-test.js";

/** The library under test: the fake knows nothing of it by itself. */
export interface OnceLibrary {
  readonly Once: typeof Once;
  readonly PaymentClient: typeof PaymentClient;
  readonly basicAuth: typeof basicAuth;
}

/** A test of `Once` over a store. */
export interface OnceRulesTest {
  readonly name: string;
  /** Rejects with an `AssertionError` of `node:assert` where a rule does not hold over the store. */
  readonly run: <Tx>(make: MakeStore<Tx>, library: OnceLibrary) => Promise<void>;
}

/** One job of a queue, as it is delivered each time. */
export interface Job {
  readonly key: string;
  readonly finalization: { readonly orderId: string; readonly transactionId: string; readonly totalAmount: string };
  readonly authorization: Parameters<Once<unknown>["finalize"]>[2]["authorization"];
}

export interface Scene<Tx> extends Pick<StoreUnderTest<Tx>, "store" | "written"> {
  readonly service: FakePaymentService;
  readonly payments: PaymentClient;
  /** A worker of its own; `write` is its book. */
  readonly worker: (more?: Partial<OnceOptions<Tx>>) => Once<Tx>;
  /** The same, over a store of its own where there is such a thing. */
  readonly elsewhere: (more?: Partial<OnceOptions<Tx>>) => Promise<Once<Tx>>;
}

/** Leases as short as a busy machine allows. */
const TIMES = {
  timeoutMs: 200,
  leaseMs: 300,
  marginMs: 20,
  maxNetworkDelayMs: 0,
  resolveAfterMs: Array.from({ length: 50 }, () => 20),
};

/** The store for leases that are shorter than its `book` may take: no book takes its time here. */
export const untimed = <Tx>(store: OnceStore<Tx>): OnceStore<Tx> => ({
  change: (place, decide) => store.change(place, decide),
  find: (key) => store.find(key),
  list: (query) => store.list(query),
  due: (limit) => store.due(limit),
  counts: () => store.counts(),
});

export function scene<Tx>(
  make: MakeStore<Tx>,
  library: OnceLibrary,
  play: (scene: Scene<Tx>) => Promise<void>,
): Promise<void> {
  return over(make, ({ store, reopen, write, written }) => {
    const service = new FakePaymentService();
    const auth = library.basicAuth(service.merchantId, service.password);
    const payments = new library.PaymentClient({
      baseUrl: "https://payments.example.com",
      auth,
      fetch: service.fetch,
    });
    const book = (tx: Tx, { key }: { key: string }) => write(tx, key);
    const given = { payments, store: untimed(store), book, ...TIMES };
    const worker = (more: Partial<OnceOptions<Tx>> = {}) => new library.Once<Tx>({ ...given, ...more });
    return play({
      service,
      payments,
      store,
      written,
      worker,
      elsewhere: async (more) => worker({ store: untimed((await reopen?.()) ?? store), ...more }),
    });
  });
}

export const jobOf = (sale: Sale, key = "shipment-1", totalAmount = "10.00"): Job => ({
  key,
  finalization: { orderId: sale.orderId, transactionId: sale.transactionId, totalAmount },
  authorization: { paymentMethod: "other", authorizedAmount: "10.00", currencyCode: "SEK" },
});

export const deliver = <Tx>(once: Once<Tx>, { key, finalization, authorization }: Job) =>
  once.finalize(key, finalization, { authorization });

/** As a queue does it: delivered again, and swept, until it is captured and booked. */
export function finish<Tx>(once: Once<Tx>, job: Job): Promise<OnceSnapshot> {
  return until(`${job.key} is captured`, async () => {
    await once.sweep();
    await deliver(once, job);
    const snapshot = await once.get(job.key);
    return snapshot?.state === "captured" && snapshot.isBooked ? snapshot : undefined;
  });
}
