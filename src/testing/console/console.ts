/// <reference path="./inline.d.ts" />
/** What the server responds in place of the service: the control API, and the page for a browser. */
import type { FakePaymentService } from "../service/fake-payment-service.js";
import { ControlRejection, checkCaller, checkHost, type HostNames } from "./caller-check.js";
import { controlApi, jsonResponse } from "./control-api.js";
import { controlPath, isControlPath } from "./control-path.js";
import page from "./page/index.html?inline";

/** The response is undefined for a request to the service. The service's requests include only those. */
export function createConsole(service: FakePaymentService, hosts: HostNames, basePath: string) {
  const control = controlApi(service, basePath);
  return async (request: Request): Promise<Response | undefined> => {
    const { method, headers, url } = request;
    const { pathname } = new URL(url);
    const isRead = method === "GET" || method === "HEAD";
    // A container's health check, under any name: the response shows nothing of the state.
    if ((method === "HEAD" && pathname === "/") || (isRead && pathname === "/health")) {
      return jsonResponse({ status: "ok" });
    }
    // The service has no path `/`. Somebody who opens it, also with curl, looks for the page.
    const isForPage = method === "GET" && pathname === "/";
    if (!isControlPath(pathname) && !isForPage) return undefined;
    try {
      checkHost(headers, hosts);
      if (isForPage) return withSafeHeaders(pageResponse());
      checkCaller(request);
      return withSafeHeaders(await control(request, pathname.slice(controlPath.length + 1)));
    } catch (error) {
      if (!(error instanceof ControlRejection)) throw error;
      return withSafeHeaders(jsonResponse({ error: error.message }, error.httpStatus));
    }
  };
}

/** Adds headers, so that no other site embeds the response, and no browser guesses its type. */
function withSafeHeaders(response: Response): Response {
  response.headers.set("cache-control", "no-store");
  response.headers.set("cross-origin-resource-policy", "same-origin");
  response.headers.set("x-content-type-options", "nosniff");
  return response;
}

/**
 * The page as one document, with everything in it. Its policy allows only the script and style with this response's nonce.
 * Nothing is fetched from elsewhere, no text becomes markup, and no other page can frame this one to trick a user into
 * clicking its buttons.
 */
function pageResponse(): Response {
  const nonce = crypto.randomUUID();
  const policy = [
    `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'`,
    "connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "require-trusted-types-for 'script'; trusted-types 'none'",
  ];
  return new Response(page.replaceAll("__nonce__", nonce), {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy.join("; "),
      "cross-origin-opener-policy": "same-origin",
      "referrer-policy": "no-referrer",
      "x-frame-options": "DENY",
    },
  });
}
