/** An adapter to the fake for tests that intercept requests with MSW. */
import { type HttpHandler, http } from "msw";
import type { FakePaymentService } from "../service/fake-payment-service.js";
import { handleRequest } from "../service/http/handle-request.js";
import { optionsOf, readOptions, that } from "../service/input.js";
import { aborted } from "../service/state/clock.js";

const baseUrl = that<string>("a URL like https://payments.example.com/api", (value) => URL.canParse(String(value)));

/** Options of {@link paymentHandlers}. */
export interface PaymentHandlersOptions {
  /** The client's `baseUrl`. Every request under it goes to the fake. */
  readonly baseUrl: string;
}

/**
 * Returns handlers for MSW 2.12 or 3 that respond as the fake does.
 *
 * MSW shows a broken connection as a network error without a cause, so that its outcome is always `unknown`. To test
 * `not_sent`, use `service.fetch`. From this call on, a fault that MSW cannot play throws when you arm it. This ends with
 * `server.close()`, or with a `server.resetHandlers()` that removes the handlers; with MSW 2, it never ends.
 *
 * MSW's own types need `"dom"` in the `lib` of your compiler options, unless `skipLibCheck` is on.
 *
 * @example
 * import { setupServer } from "msw/node";
 *
 * const baseUrl = "https://payments.example.com/api";
 * const server = setupServer(...paymentHandlers(service, { baseUrl }));
 *
 * @throws Error if a fault is armed that MSW cannot play.
 */
export function paymentHandlers(service: FakePaymentService, options: PaymentHandlersOptions): HttpHandler[] {
  const { origin, pathname } = new URL(readOptions("paymentHandlers", optionsOf({ baseUrl }), options).baseUrl);
  const basePath = pathname.replace(/\/$/, "");
  let closeAdapter: (() => void) | undefined = service.faults.openAdapter("msw");
  const handler = http.all(`${origin}${basePath}/*`, async ({ request }) => {
    closeAdapter ??= service.faults.openAdapter("msw"); // MSW may listen again after it has removed the handlers
    const response = await handleRequest(service, request, "msw", basePath);
    if (response.kind === "response") return response.response;
    if (response.kind === "stalled") await aborted(request.signal);
    return Response.error();
  });
  handler.dispose = () => {
    closeAdapter?.();
    closeAdapter = undefined;
  };
  return [handler];
}
