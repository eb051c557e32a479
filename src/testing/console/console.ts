/** What the server responds in place of the service: the control API, and the page for a browser. */
import type { FakePaymentService } from "../service/fake-payment-service.js";
import { jsonResponse } from "./action.js";
import { checkCaller, checkHost, type HostNames } from "./caller-check.js";
import { controlApi } from "./control-api.js";
import { controlPath, isControlPath } from "./control-path.js";
import { ControlRejection } from "./control-rejection.js";
import { pageResponse } from "./page-response.js";

/** What the console needs to know about its server. */
export type ConsoleOptions = HostNames & { readonly basePath: string };

/** Returns undefined for a request to the service. The service's requests include only those. */
export type RespondByConsole = (request: Request) => Promise<Response | undefined>;

export function createConsole(service: FakePaymentService, { basePath, ...hosts }: ConsoleOptions): RespondByConsole {
  const control = controlApi(service, basePath);
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (isHealthCheck(request, pathname)) return jsonResponse({ status: "ok" });
    const isControl = isControlPath(pathname);
    if (!isControl && !isForPage(request, pathname)) return undefined;
    try {
      checkHost(request.headers, hosts);
      if (!isControl) return withSafeHeaders(pageResponse());
      checkCaller(request);
      return withSafeHeaders(await control(request, pathname.slice(controlPath.length + 1)));
    } catch (error) {
      if (!(error instanceof ControlRejection)) throw error;
      return withSafeHeaders(jsonResponse({ error: error.message }, error.httpStatus));
    }
  };
}

/** A container's health check, under any name: the response shows nothing of the state. */
function isHealthCheck({ method }: Request, pathname: string): boolean {
  return (method === "HEAD" && pathname === "/") || (["GET", "HEAD"].includes(method) && pathname === "/health");
}

/** The service has no path `/`. Somebody who opens it, also with curl, looks for the page. */
const isForPage = ({ method }: Request, pathname: string) => method === "GET" && pathname === "/";

/** Adds headers, so that no other site embeds the response, and no browser guesses its type. */
function withSafeHeaders(response: Response): Response {
  response.headers.set("cache-control", "no-store");
  response.headers.set("cross-origin-resource-policy", "same-origin");
  response.headers.set("x-content-type-options", "nosniff");
  return response;
}
