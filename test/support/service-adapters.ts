import type { PaymentClient, PaymentClientOptions } from "merchant-payments";
import { FakePaymentService, type FakePaymentServiceOptions, startPaymentServer } from "merchant-payments/testing";
import { paymentHandlers } from "merchant-payments/testing/msw";
import { setupServer } from "msw/node";
import { clientOfFake, order } from "./client.js";

/** A fake that can be reached, until it is disposed of. */
export interface OpenAdapter {
  readonly service: FakePaymentService;
  readonly baseUrl: string;
  /** A fetch that reaches the fake under `baseUrl`. */
  readonly fetch: FakePaymentService["fetch"];
  readonly payments: PaymentClient;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface Adapter {
  readonly name: "service.fetch" | "startPaymentServer" | "MSW";
  open(service?: FakePaymentService): Promise<OpenAdapter>;
}

const baseUrl = "https://payments.example.com/api";

export const fetchAdapter: Adapter = {
  name: "service.fetch",
  open: async (service = newService()) =>
    opened(service, baseUrl, service.fetch, async () => {}, { fetch: service.fetch }),
};

export const serverAdapter: Adapter = {
  name: "startPaymentServer",
  async open(service = newService()) {
    const server = await startPaymentServer({ service, basePath: "/api" });
    return opened(service, server.baseUrl, fetch, server.close);
  },
};

export const mswAdapter: Adapter = {
  name: "MSW",
  async open(service = newService()) {
    const server = setupServer(...paymentHandlers(service, { baseUrl }));
    server.listen({ onUnhandledFrame: "error" });
    // Looked up when it is called: MSW replaces the global one.
    const throughMsw: FakePaymentService["fetch"] = (input, init) => fetch(input, init);
    return opened(service, baseUrl, throughMsw, async () => server.close());
  },
};

export const adapters: readonly Adapter[] = [fetchAdapter, serverAdapter, mswAdapter];

function opened(
  service: FakePaymentService,
  baseUrl: string,
  fetch: FakePaymentService["fetch"],
  close: () => Promise<void>,
  options: Partial<PaymentClientOptions> = { fetch: null },
): OpenAdapter {
  const payments = clientOfFake(service, { baseUrl, timeoutMs: 60_000, ...options });
  return { service, baseUrl, fetch, payments, [Symbol.asyncDispose]: close };
}

/** A fake that hands out the same identifiers in every run. */
export function newService(options: FakePaymentServiceOptions = {}): FakePaymentService {
  return new FakePaymentService({ seed: 1, now: () => new Date("2026-03-04T12:00:00Z"), ...options });
}

/** A service with an order of 125.00 SEK and one authorization of it, 202603040000000001. */
export function authorizedService(
  payment: Parameters<FakePaymentService["authorize"]>[1],
  registered: object = order,
  options: FakePaymentServiceOptions = {},
): FakePaymentService {
  const service = newService(options);
  const { orderId = "" } = service.createOrder(registered);
  service.authorize(orderId, payment);
  return service;
}

/** The status of a success of the fake. */
export const succeeded = {
  isSuccess: true,
  errorNumber: 0,
  statusKey: "SUCCESS",
  statusMessage: "The operation was successful.",
  errors: null,
  exceptionDetails: null,
};

/** A POST to the fake, by merchant-1 with fake-password. */
export const post = { method: "POST", headers: { authorization: "Basic bWVyY2hhbnQtMTpmYWtlLXBhc3N3b3Jk" } };
