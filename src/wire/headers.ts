import { LibraryError } from "./failures.js";

/** Headers of the connection and of the client. A merchant's value would break a call. */
const OURS = new Set(
  "accept-encoding authorization connection content-encoding content-length expect host keep-alive proxy-authorization proxy-connection te trailer transfer-encoding upgrade".split(
    " ",
  ),
);

const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

export function headerFault(name: string, value: unknown, allowed?: string): string | undefined {
  if (!NAME.test(name) || name === "__proto__") {
    return "has a name that is no HTTP header name: use letters, digits and hyphens";
  }
  const lower = name.toLowerCase();
  const isOurs = OURS.has(lower) && lower !== allowed;
  if (isOurs) return `is set by the client itself: ${lower === "authorization" ? "use auth" : "leave it out"}`;
  if (typeof value !== "string" || !VALUE.test(value)) {
    return "must be text of visible Latin-1 characters: encode anything else";
  }
  return undefined;
}

export class UnsendableHeaders extends LibraryError {
  constructor(words: string) {
    super(words, { fault: "headers" });
  }
}

export type HeaderRecord = Readonly<Record<string, string>>;

export function lowerCased(headers: HeaderRecord): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

export function credentialsIn(given: HeaderRecord): HeaderRecord {
  // The entries of a Headers or a Map are no properties, so the request would leave without credentials.
  if (Object.prototype.toString.call(given) !== "[object Object]")
    throw new UnsendableHeaders(
      'it returned no plain object: return one of header names and values, like { authorization: "Bearer …" }',
    );
  const credentials = lowerCased(given);
  const isSound = Object.entries(credentials).every(([name, value]) => !headerFault(name, value, "authorization"));
  if (!isSound)
    throw new UnsendableHeaders(
      "it returned headers that cannot be sent: check their names, and that their values are Latin-1 text without line breaks",
    );
  return credentials;
}

export function mediaTypeOf(headers: HeaderRecord): string | undefined {
  return /^[\w.+-]{1,60}\/[\w.+-]{1,60}/.exec(headers["content-type"] ?? "")?.[0];
}

export function charsetOf(headers: HeaderRecord): string | undefined {
  return /;\s*charset\s*=\s*"?([\w.:+-]{1,40})/i.exec(headers["content-type"] ?? "")?.[1];
}

/** Names become lower case. Values of one name are joined, as in the standard. */
export function joined(namesAndValues: readonly string[]): Record<string, string> {
  const values = new Map<string, string>(); // a server may name a header "constructor" or "__proto__"
  for (let at = 0; at + 1 < namesAndValues.length; at += 2) {
    const name = (namesAndValues[at] as string).toLowerCase();
    const value = namesAndValues[at + 1] as string;
    const earlier = values.get(name);
    values.set(name, earlier === undefined ? value : `${earlier}, ${value}`);
  }
  return Object.fromEntries(values);
}

const SECONDS = /^\d{1,5}$/;
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const DAY_MS = 86_400_000;

/** Returns the wait of `Retry-After` in milliseconds; undefined if it is absent, in the past or over a day. */
export function retryAfterMs(headers: HeaderRecord): number | undefined {
  const value = headers["retry-after"] ?? "";
  const ms = SECONDS.test(value)
    ? Number.parseInt(value, 10) * 1_000
    : Date.parse(HTTP_DATE.exec(value)?.[0] ?? "") - Date.now();
  return ms >= 0 && ms <= DAY_MS ? ms : undefined;
}
