import type { ResolvedOptions } from "../options/client.js";
import { lowerCased, requestHeaders } from "../wire/headers.js";
import { urlOf, withQuery } from "../wire/url.js";
import type { Operation } from "./operation.js";
import { validate } from "./validate.js";

/** The request that a call would send. */
export interface Preview {
  readonly method: "POST" | "GET";
  /** With the query of `baseUrl`, if it has one. */
  readonly url: string;
  /** The path with its placeholders. */
  readonly route: string;
  /** The values of `authorization` and of the option `headers` are redacted, except `accept`, `content-type` and `user-agent`. `auth` is not called. */
  readonly headers: Readonly<Record<string, string>>;
  /** Values of the placeholders, not URL-encoded. */
  readonly values: Readonly<Record<string, string>>;
  /** JSON text; `{}` if a POST has nothing to say, empty for a GET. It holds your input, personal data included. */
  readonly body: string;
}

const SHOWN = new Set(["accept", "content-type", "user-agent"]);

export function preview(operation: Operation, client: ResolvedOptions, input: unknown, options: unknown): Preview {
  const { base, baseQuery, userAgent } = client;
  const { call } = validate(operation, client, input, options);
  const { method, route, values, query, body } = operation.encode(call, client);
  const merchants = { ...client.headers, ...lowerCased(call.options.headers ?? {}), authorization: "" };
  const shown = Object.entries(merchants).map(([name, value]) => [name, SHOWN.has(name) ? value : "[redacted]"]);
  const headers = requestHeaders(body, userAgent, Object.fromEntries(shown));
  const length = String(new TextEncoder().encode(body).byteLength);
  return {
    method,
    url: withQuery(urlOf(base, route, values), baseQuery, query),
    route,
    values,
    headers: { ...headers, "content-length": length },
    body,
  };
}
