/** What the server responds in place of the service: the control API, and the page for a browser. */
import type { FakePaymentService } from "../service/fake-payment-service.js";
import { checkCaller, checkHost, type HostNames } from "./caller-check.js";
import { controlApi, jsonResponse } from "./control-api.js";
import { controlPath, isControlPath } from "./control-path.js";
import { ControlRejection } from "./control-rejection.js";
import { pageResponse } from "./page-response.js";

/** What the console needs to know of the server that it stands on. */
export type ConsoleOptions = HostNames & { readonly basePath: string };

/** Gives undefined for a request to the service. No other one counts among the service's requests. */
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
      if (!isControl) return guarded(pageResponse());
      checkCaller(request);
      return guarded(await control(request, pathname.slice(controlPath.length + 1)));
    } catch (error) {
      if (!(error instanceof ControlRejection)) throw error;
      return guarded(jsonResponse({ error: error.message }, error.httpStatus));
    }
  };
}

/** Asked by a container's health check, under whatever name: the response tells nothing of the state. */
function isHealthCheck({ method }: Request, pathname: string): boolean {
  return (method === "HEAD" && pathname === "/") || (["GET", "HEAD"].includes(method) && pathname === "/health");
}

/** A browser asks for HTML; a program that asks for the root gets the service's own response. */
function isForPage({ method, headers }: Request, pathname: string): boolean {
  return method === "GET" && pathname === "/" && (headers.get("accept") ?? "").includes("text/html");
}

/** No other site may embed the response, nor a browser read it as something else. */
function guarded(response: Response): Response {
  response.headers.set("cache-control", "no-store");
  response.headers.set("cross-origin-resource-policy", "same-origin");
  response.headers.set("x-content-type-options", "nosniff");
  return response;
}
