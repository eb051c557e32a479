/** A door to the fake for tests that intercept requests with MSW. */
import type { FakePaymentService } from "./fake-payment-service.js";
import { handleRequest } from "./http.js";

/** The part of MSW's `http` that is needed. */
export interface MswHttp<Handler> {
  all(url: string, resolver: (info: { request: Request }) => Promise<Response>): Handler;
}

/** What {@link paymentHandlers} needs to know. */
export interface PaymentHandlersOptions<Handler> {
  /** MSW's own `http`, handed in so that MSW stays optional. */
  readonly http: MswHttp<Handler>;
  /** The client's `baseUrl`; every request under it goes to the fake. */
  readonly baseUrl: string;
}

/**
 * Handlers for MSW 3 that answer from the fake.
 *
 * @example
 * import { http } from "msw";
 * import { setupServer } from "msw/node";
 *
 * const server = setupServer(...paymentHandlers(service, { http, baseUrl: "https://payments.example.com/api" }));
 */
export function paymentHandlers<Handler>(
  service: FakePaymentService,
  { http, baseUrl }: PaymentHandlersOptions<Handler>,
): Handler[] {
  const { origin, pathname } = new URL(baseUrl);
  const basePath = pathname.replace(/\/$/, "");
  const handler = http.all(`${origin}${basePath}/*`, async ({ request }) => {
    const reply = await handleRequest(service, request, { basePath });
    return reply.kind === "lost" ? Response.error() : reply.response;
  });
  return [handler];
}
