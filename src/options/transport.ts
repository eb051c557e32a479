import type { SecureContextOptions } from "node:tls";
import { hintOfCode } from "../errors/hints.js";
import type { Exchange } from "../wire/exchange.js";
import { fetchExchange } from "../wire/fetch-exchange.js";
import { nodeExchange } from "../wire/node/exchange.js";
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
  const { baseUrl, fetch, proxy } = options;
  const tls = options.tls as SecureContextOptions | undefined;
  try {
    const exchange = fetch === undefined ? nodeExchange(baseUrl, { maxConnections, tls, proxy }) : undefined;
    if (exchange !== undefined) return exchange;
  } catch (error) {
    const { code, name } = scrub(error);
    const hint = hintOfCode(code) ?? "give cert and key as PEM, and the passphrase of an encrypted key";
    throw invalidOptions(`tls cannot be used: ${hint} (${code ?? name})`);
  }
  const idle = (["maxConnections", "tls", "proxy"] as const).filter((name) => options[name] !== undefined);
  if (idle.length === 0) return fetchExchange(fetch);
  const where = fetch ? "with a custom fetch" : "without Node";
  throw invalidOptions(idle.map((name) => `${name} has no effect ${where}: leave it out`).join("; "));
}
