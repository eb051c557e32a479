import type { ResolvedOptions } from "../options/client.js";
import { validate } from "./execute.js";
import type { Operation } from "./operation.js";
import { outgoing } from "./send.js";

/** The request that a call would send. */
export type Preview = {
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
};

const SHOWN = new Set(["accept", "content-type", "user-agent"]);

export function preview(operation: Operation, client: ResolvedOptions, input: unknown, options: unknown): Preview {
  const { call, limits } = validate(operation, client, input, options);
  const request = operation.encode(call, client);
  const { headers, ...sent } = outgoing(request, client, { ...limits.headers, authorization: "" });
  const shown = Object.entries(headers).map(([name, value]) => [name, SHOWN.has(name) ? value : "[redacted]"]);
  const length = String(new TextEncoder().encode(sent.body).byteLength);
  const { route, values } = request;
  return { ...sent, route, values, headers: { ...Object.fromEntries(shown), "content-length": length } };
}
