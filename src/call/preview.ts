import type { ResolvedOptions } from "../options/client.js";
import { lowerCased, requestHeaders } from "../wire/headers.js";
import { urlOf } from "../wire/url.js";
import type { Accepted, Operation } from "./operation.js";

/** The request that a call would send. */
export interface Preview {
  readonly method: "POST" | "GET";
  readonly url: string;
  /** The path with its placeholders. */
  readonly route: string;
  /** The values of `authorization` and of your own `headers` are redacted. `auth` is not called. */
  readonly headers: Readonly<Record<string, string>>;
  /** Values of the placeholders, not URL-encoded. */
  readonly values: Readonly<Record<string, string>>;
  /** JSON text; empty if there is none. It holds your input, personal data included. */
  readonly body: string;
}

/** Encodes a valid call without sending it. @internal */
export function preview(operation: Operation, client: ResolvedOptions, { call }: Accepted): Preview {
  const { base, headers, userAgent, waived } = client;
  const { method, route, values, query, body } = operation.encode(call, waived);
  const merchants = { ...headers, ...lowerCased(call.options.headers ?? {}), authorization: "" };
  const redacted = Object.fromEntries(Object.keys(merchants).map((name) => [name, "[redacted]"]));
  const length = String(new TextEncoder().encode(body).byteLength);
  return {
    method,
    url: urlOf(base, route, values) + query,
    route,
    values,
    headers: { ...redacted, ...requestHeaders(body, userAgent), "content-length": length },
    body,
  };
}
