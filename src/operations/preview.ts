import type { CallOptions } from "../call-options.js";
import type { ResolvedOptions } from "../options.js";
import { REDACTED, requestHeaders } from "../wire/headers.js";
import { buildUrl } from "../wire/url.js";
import type { ResultBase } from "./interpret.js";
import type { Operation } from "./operation.js";
import { validate } from "./validate.js";

/** The request that a call would send. */
export interface Preview {
  readonly method: "POST";
  readonly url: string;
  /** The path with its placeholders. */
  readonly route: string;
  /** Values that the merchant gave are redacted, and so is what `auth` would add: it is not called. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text, empty for none. The caller's own input, personal data included. */
  readonly body: string;
}

/** Validates and encodes, and stops there. @internal */
export function preview<Input, Options extends CallOptions, Result extends ResultBase>(
  operation: Operation<Input, Options, Result>,
  { transport, rules }: ResolvedOptions,
  input: unknown,
  options: unknown,
): Preview {
  const accepted = validate(operation, rules, input, options);
  const { route, segments, body } = operation.encode(accepted.input, rules);
  const merchants = { ...transport.headers, ...accepted.options.headers };
  const redacted = Object.fromEntries(Object.keys(merchants).map((name) => [name, REDACTED]));
  const length = new TextEncoder().encode(body).byteLength;
  return {
    method: "POST",
    url: buildUrl(transport.baseUrl, segments).href,
    route,
    headers: { ...requestHeaders(length, transport.userAgent, redacted), authorization: REDACTED },
    body,
  };
}
