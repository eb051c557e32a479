import * as z from "zod/mini";
import { hintOfCode } from "../errors/advice.js";
import { optionsOf } from "../model/options.js";
import { report } from "../model/schema.js";
import type { Exchange } from "../wire/exchange.js";
import { scrub } from "../wire/failures.js";
import { fetchExchange } from "../wire/fetch.js";
import { type ConnectionOptions, nodeExchange } from "../wire/node.js";
import { faultOfProxyUrl, proxyOf } from "../wire/proxy.js";
import { isNode } from "../wire/runtime.js";

/** PEM certificates and a key, as text or bytes. */
export interface TlsOptions {
  /** Replaces Node's own list. */
  ca?: string | Uint8Array | readonly (string | Uint8Array)[] | null | undefined;
  /** The client's certificate, followed by its intermediate certificates. */
  cert?: string | Uint8Array | null | undefined;
  key?: string | Uint8Array | null | undefined;
  passphrase?: string | null | undefined;
}

const pem = z.optional(z.custom<string | Uint8Array>());

/** Node checks them, but accepts anything as a CA. */
export const tlsSchema = optionsOf({
  ca: z.optional(z.custom<TlsOptions["ca"]>()),
  cert: pem,
  key: pem,
  passphrase: z.optional(z.string()),
}).check(
  z.check((payload) => {
    const { ca, cert, key } = payload.value;
    const add = (name: string, rule: string) => report(payload, { code: "not_allowed", rule }, [name]);
    if (ca !== undefined && ![ca].flat().every(holdsPem)) {
      add("ca", "must hold certificates as PEM: give a file's content, not its path");
    }
    if ((cert === undefined) !== (key === undefined)) {
      const missing = cert === undefined ? "cert" : "key";
      add(missing, "is required: a client's certificate and its key go together");
    }
  }),
);

function holdsPem(value: unknown): boolean {
  const text = ArrayBuffer.isView(value) ? new TextDecoder().decode(value) : value;
  return typeof text === "string" && text.includes("-----BEGIN ");
}

export const MAX_CONNECTIONS = 256;

type Connections = Partial<ConnectionOptions>;

const invalidOptions = (rule: string) => new TypeError(`PaymentClient: ${rule}`);

/** Uses node:http on Node, because fetch sends some requests twice and hides the socket. */
export function exchangeOf(base: URL, fetch: typeof globalThis.fetch | undefined, options: Connections): Exchange {
  if (fetch === undefined && isNode()) return overNode(base, options);
  const idle = (["maxConnections", "tls", "proxy"] as const).filter((name) => options[name] !== undefined);
  if (idle.length === 0) return fetchExchange(fetch);
  const where = fetch ? "with a custom fetch" : "without Node";
  throw invalidOptions(idle.map((name) => `${name} has no effect ${where}: leave it out`).join("; "));
}

function overNode(base: URL, { tls, proxy = proxyOf(base), maxConnections = MAX_CONNECTIONS }: Connections): Exchange {
  const fault = proxy && faultOfProxyUrl(proxy);
  if (fault) throw invalidOptions(`the environment's proxy ${fault}`);
  try {
    return nodeExchange(base, { maxConnections, tls, proxy });
  } catch (error) {
    const { code, name } = scrub(error);
    const hint = hintOfCode(code) ?? "give cert and key as PEM, and the passphrase of an encrypted key";
    throw invalidOptions(`tls cannot be used: ${hint} (${code ?? name})`);
  }
}
