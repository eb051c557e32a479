/** The page that shows the fake at work, as a response to a browser: one document, with everything in it. */
import { pageHtml } from "./page-html.js";

/**
 * Lets only the script and style with this response's nonce run, nothing be fetched from elsewhere, no text become markup,
 * and no other page frame this one to borrow its buttons.
 */
function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
}

/** @param basePath - The path under which the service's own paths stand. */
export function pageResponse(basePath: string): Response {
  const nonce = crypto.randomUUID();
  return new Response(pageHtml(nonce, basePath), {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": contentSecurityPolicy(nonce),
      "cache-control": "no-store",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
    },
  });
}
