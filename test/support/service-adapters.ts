import { basicAuth, PaymentClient, type PaymentClientOptions } from "merchant-payments";
import {
  type FakeFetch,
  FakePaymentService,
  type FakePaymentServiceOptions,
  startPaymentServer,
} from "merchant-payments/testing";
import { paymentHandlers } from "merchant-payments/testing/msw";
import { setupServer } from "msw/node";

/** A way to reach a fake, open until it is disposed of. */
export interface OpenDoor {
  readonly service: FakePaymentService;
  readonly baseUrl: string;
  /** Reaches the fake under `baseUrl`. */
  readonly fetch: FakeFetch;
  readonly payments: PaymentClient;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface Adapter {
  readonly name: "service.fetch" | "startPaymentServer" | "MSW";
  open(service?: FakePaymentService): Promise<OpenDoor>;
}

export const fetchDoor: Adapter = {
  name: "service.fetch",
  async open(service = newService()) {
    const baseUrl = "https://payments.example.com/api";
    const payments = clientOf(service, baseUrl, { fetch: service.fetch });
    return { service, baseUrl, fetch: service.fetch, payments, [Symbol.asyncDispose]: async () => {} };
  },
};

export const serverDoor: Adapter = {
  name: "startPaymentServer",
  async open(service = newService()) {
    const { baseUrl, close } = await startPaymentServer({ service, basePath: "/api" });
    return { service, baseUrl, fetch, payments: clientOf(service, baseUrl), [Symbol.asyncDispose]: close };
  },
};

export const mswDoor: Adapter = {
  name: "MSW",
  async open(service = newService()) {
    const baseUrl = "https://payments.example.com/api";
    const server = setupServer(...paymentHandlers(service, { baseUrl }));
    server.listen({ onUnhandledFrame: "error" });
    const close = async () => server.close();
    // Looked up when called: that is what MSW replaces.
    const throughMsw: FakeFetch = (input, init) => fetch(input, init);
    return { service, baseUrl, fetch: throughMsw, payments: clientOf(service, baseUrl), [Symbol.asyncDispose]: close };
  },
};

export const adapters: readonly Adapter[] = [fetchDoor, serverDoor, mswDoor];

/** A fake that hands out the same identifiers in every run. */
export function newService(options: FakePaymentServiceOptions = {}): FakePaymentService {
  return new FakePaymentService({ seed: 1, now: () => new Date("2026-03-04T12:00:00Z"), ...options });
}

export const simple = { orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" };

/** A POST to the fake, by merchant-1 with fake-password. */
export const post = { method: "POST", headers: { authorization: "Basic bWVyY2hhbnQtMTpmYWtlLXBhc3N3b3Jk" } };

/** An authorization of 125.00 by card, made at the service. */
export function cardAuthorization(service: FakePaymentService): string {
  return service.sell({ paymentMethod: "card", amount: "125.00" }).transactionId;
}

function clientOf(service: FakePaymentService, baseUrl: string, options: Partial<PaymentClientOptions> = {}) {
  const auth = basicAuth(service.merchantId, service.password);
  return new PaymentClient({ baseUrl, auth, timeoutMs: 10_000, ...options });
}
