/** Headers that describe the message or the connection; a merchant's value would break the one or the other. */
const OURS = new Set([
  "accept",
  "accept-encoding",
  "authorization",
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "expect",
  "host",
  "keep-alive",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** What is wrong with a header, without its value; undefined when nothing is. */
export function headerFault(name: string, value: unknown, allowed: readonly string[] = []): string | undefined {
  if (!NAME.test(name)) return "has a name that is no HTTP header name";
  if (OURS.has(name.toLowerCase()) && !allowed.includes(name.toLowerCase())) {
    return `is set by the client itself${name.toLowerCase() === "authorization" ? ": use auth" : ""}`;
  }
  if (typeof value !== "string" || !VALUE.test(value)) {
    return "must be text of visible Latin-1 characters: encode anything else";
  }
  return undefined;
}

export type HeaderRecord = Readonly<Record<string, string>>;

export const REDACTED = "[redacted]";

/** The headers of a request but for what `auth` adds. */
export function requestHeaders(
  bodyLength: number,
  userAgent: string,
  ...merchants: HeaderRecord[]
): Record<string, string> {
  return {
    ...Object.assign({}, ...merchants.map(lowerCased)),
    accept: "application/json",
    "content-length": String(bodyLength),
    ...(bodyLength > 0 ? { "content-type": "application/json" } : {}),
    "user-agent": userAgent,
  };
}

export function lowerCased(headers: HeaderRecord): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
