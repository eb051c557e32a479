import type { Auth } from "./wire/authenticate.js";

/**
 * HTTP Basic authentication, the service's own scheme.
 *
 * @throws TypeError when the merchant id is empty or holds a colon, or the password is empty.
 */
export function basicAuth(merchantId: string, password: string): Auth {
  if (typeof merchantId !== "string" || merchantId === "" || merchantId.includes(":")) {
    throw new TypeError("basicAuth: the merchant id must be text without a colon");
  }
  const bytes = new TextEncoder().encode(`${merchantId}:${secret("basicAuth", "the password", password)}`);
  const authorization = `Basic ${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))}`;
  return () => ({ authorization });
}

/**
 * Bearer authentication, with a token or a function that fetches one.
 *
 * @throws TypeError when the token is empty.
 */
export function bearerAuth(token: string | (() => string | PromiseLike<string>)): Auth {
  const bearer = (given: string) => `Bearer ${secret("bearerAuth", "the token", given)}`;
  if (typeof token === "function") return async () => ({ authorization: bearer(await token()) });
  const authorization = bearer(token);
  return () => ({ authorization });
}

function secret(scheme: string, what: string, value: unknown): string {
  if (typeof value === "string" && value !== "") return value;
  throw new TypeError(`${scheme}: ${what} must be text and not empty`);
}
