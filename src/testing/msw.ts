/** A door to the fake for tests that intercept requests with MSW. */
import { http } from "msw";
import type { FakePaymentService } from "./fake-payment-service.js";
import { aborted } from "./fetch.js";
import { handleRequest } from "./http.js";

/** MSW is ESM-only; a CommonJS consumer's compiler must be told so. */
type HttpHandler = import("msw", { with: { "resolution-mode": "import" }}).HttpHandler;

/** What {@link paymentHandlers} needs to know. */
export interface PaymentHandlersOptions {
  /** The client's `baseUrl`; every request under it goes to the fake. */
  readonly baseUrl: string;
}

/**
 * Handlers for MSW 3 that answer from the fake. MSW shows a broken connection as a network error without a cause, so
 * that its outcome is always `unknown`; `service.fetch` and `startPaymentServer` play more.
 *
 * @example
 * import { setupServer } from "msw/node";
 *
 * const server = setupServer(...paymentHandlers(service, { baseUrl: "https://payments.example.com/api" }));
 *
 * @throws Error when a fault is armed that MSW cannot play.
 */
export function paymentHandlers(service: FakePaymentService, { baseUrl }: PaymentHandlersOptions): HttpHandler[] {
  service.openDoor("msw");
  const { origin, pathname } = new URL(baseUrl);
  const basePath = pathname.replace(/\/$/, "");
  const handler = http.all(`${origin}${basePath}/*`, async ({ request }) => {
    const reply = await handleRequest(service, request, { door: "msw", basePath });
    if (reply.kind === "response") return reply.response;
    if (reply.kind === "stalled") await aborted(request.signal);
    return Response.error();
  });
  return [handler];
}
