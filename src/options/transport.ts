import type { SecureContextOptions } from "node:tls";
import { hintOfCode } from "../errors/hints.js";
import type { Exchange } from "../wire/exchange.js";
import { fetchExchange } from "../wire/fetch.js";
import { nodeExchange } from "../wire/node.js";
import { faultOfProxyUrl, proxyOf } from "../wire/proxy.js";
import { isNode } from "../wire/runtime.js";
import { scrub } from "../wire/scrub.js";

/** The options that decide how requests travel. */
interface TransportOptions {
  readonly baseUrl: string;
  readonly fetch?: typeof globalThis.fetch;
  readonly tls?: unknown;
  readonly proxy?: string;
  readonly maxConnections?: number;
}

export const invalidOptions = (rule: string) => new TypeError(`PaymentClient: ${rule}`);

/** Uses node:http on Node, because fetch sends some requests twice and hides the socket. */
export function exchangeOf(options: TransportOptions, maxConnections: number): Exchange {
  const { fetch } = options;
  if (fetch === undefined && isNode()) return overNode(options, maxConnections);
  const idle = (["maxConnections", "tls", "proxy"] as const).filter((name) => options[name] !== undefined);
  if (idle.length === 0) return fetchExchange(fetch);
  const where = fetch ? "with a custom fetch" : "without Node";
  throw invalidOptions(idle.map((name) => `${name} has no effect ${where}: leave it out`).join("; "));
}

function overNode({ baseUrl, proxy, ...options }: TransportOptions, maxConnections: number): Exchange {
  const base = new URL(baseUrl);
  const through = proxy ?? proxyOf(base);
  const fault = through === undefined ? undefined : faultOfProxyUrl(through);
  if (fault !== undefined) throw invalidOptions(`the environment's proxy ${fault}`);
  const tls = options.tls as SecureContextOptions | undefined;
  try {
    return nodeExchange(base, { maxConnections, tls, proxy: through });
  } catch (error) {
    const { code, name } = scrub(error);
    const hint = hintOfCode(code) ?? "give cert and key as PEM, and the passphrase of an encrypted key";
    throw invalidOptions(`tls cannot be used: ${hint} (${code ?? name})`);
  }
}
