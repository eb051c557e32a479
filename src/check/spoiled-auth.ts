import type { Auth } from "../index.js";

/**
 * Wraps `auth` so that each of its values is wrong: of HTTP Basic the password, of anything else letters and digits.
 *
 * @param onHeaders - Receives the headers as they were.
 */
export function spoiled(auth: Auth, onHeaders: (headers: object) => void): Auth {
  return async (request) => {
    const headers = await auth(request);
    onHeaders(headers);
    return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, spoiledValue(value)]));
  };
}

/** Keeps the scheme. */
const spoiledValue = (value: string) =>
  value.replace(/^(\S+ )?(.*)$/s, (_, scheme: string | undefined, credentials: string) => {
    const isBasic = scheme?.toLowerCase() === "basic ";
    return `${scheme ?? ""}${isBasic ? spoiledBasic(credentials) : credentials.replaceAll(/[A-Za-z0-9]/g, next)}`;
  });

/** Keeps the merchant id, so that the service checks the password. */
function spoiledBasic(credentials: string): string {
  const [merchantId] = Buffer.from(credentials, "base64").toString().split(":");
  return Buffer.from(`${merchantId}:wrong-password-of-the-check`).toString("base64");
}

/** The next letter or digit; after the last one comes the first. */
const next = (character: string) =>
  ({ z: "a", Z: "A", "9": "0" })[character] ?? String.fromCharCode(character.charCodeAt(0) + 1);
