/// <reference path="./inline.d.ts" />
/** The page that shows the fake at work, as a response to a browser: one document, with everything in it. */
import page from "./page/index.html?inline";

/**
 * Allows only the script and style with this response's nonce. Nothing is fetched from elsewhere, no text becomes markup,
 * and no other page can frame this one to trick a user into clicking its buttons.
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

export function pageResponse(): Response {
  const nonce = crypto.randomUUID();
  return new Response(page.replaceAll("__nonce__", nonce), {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": contentSecurityPolicy(nonce),
      "cross-origin-opener-policy": "same-origin",
      "referrer-policy": "no-referrer",
      "x-frame-options": "DENY",
    },
  });
}
