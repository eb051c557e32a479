import type { Auth } from "./wire/exchange.js";
import { UnsendableHeaders } from "./wire/headers.js";
import { isPromise } from "./wire/json.js";

/**
 * Authenticates with HTTP Basic, the service's own scheme.
 * @throws TypeError if one is empty or holds a control character, such as a line break, or if the id holds a colon.
 */
export function basicAuth(merchantId: string, password: string): Auth {
  if (typeof merchantId !== "string" || merchantId === "" || merchantId.includes(":")) {
    throw new TypeError(`basicAuth: the merchant id must be text without a colon${unset(merchantId)}`);
  }
  const fault = faultOf("the merchant id", merchantId) ?? faultOf("the password", password);
  if (fault !== undefined) throw new TypeError(`basicAuth: ${fault}`);
  const bytes = new TextEncoder().encode(`${merchantId}:${password}`);
  const authorization = `Basic ${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))}`;
  return () => ({ authorization });
}

/**
 * Authenticates with a bearer token, or with a function that fetches one.
 * @throws TypeError if the token is empty or holds a control character. From a function, such a token ends the call.
 */
export function bearerAuth(token: string | (() => string | PromiseLike<string>)): Auth {
  if (typeof token === "function") return async () => bearer(await token(), UnsendableHeaders);
  const headers = bearer(token, TypeError);
  return () => headers;
}

function bearer(token: string, Failure: new (message: string) => Error) {
  const fault = faultOf("the token", token);
  if (fault !== undefined) throw new Failure(`bearerAuth: ${fault}`);
  return { authorization: `Bearer ${token}` };
}

/** Says what is wrong with a name or a secret, without quoting it. */
function faultOf(what: string, value: unknown): string | undefined {
  if (isPromise(value)) return `${what} is a promise: await it`;
  if (typeof value !== "string" || value === "") return `${what} must be text and not empty${unset(value)}`;
  if (/[\r\n]$/.test(value)) return `${what} ends with a line break: trim it`;
  return /\p{Cc}/u.test(value) ? `${what} has a control character in it: remove it` : undefined;
}

const unset = (value: unknown) => (value ? "" : ": is its environment variable set?");
