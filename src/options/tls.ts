import { fields } from "../model/fields.js";
import * as is from "../model/is.js";

/** PEM certificates and a key, as text or bytes. */
export interface TlsOptions {
  /** The CAs to trust instead of Node's own list. */
  ca?: string | Uint8Array | readonly (string | Uint8Array)[] | null | undefined;
  /** The client's certificate, followed by its intermediate certificates. */
  cert?: string | Uint8Array | null | undefined;
  /** The private key of `cert`. */
  key?: string | Uint8Array | null | undefined;
  /** The passphrase of an encrypted key. */
  passphrase?: string | null | undefined;
}

const readTls = fields({ ca: is.any, cert: is.any, key: is.any, passphrase: is.any });

/** Node checks them, but accepts anything as a CA. @internal */
export const tlsRule: typeof readTls = (value, fault) => {
  const tls = readTls(value, fault);
  const { ca, cert, key, passphrase } = tls ?? {};
  if (ca !== undefined && ![ca].flat().every(holdsPem)) {
    fault("must hold certificates as PEM: give a file's content, not its path", "ca");
  }
  if ((cert === undefined) !== (key === undefined)) {
    fault("is required: a client's certificate and its key go together", cert === undefined ? "cert" : "key");
  }
  if (passphrase !== undefined && key === undefined) fault("is of no use without a key: leave it out", "passphrase");
  return tls;
};

function holdsPem(value: unknown): boolean {
  const text = ArrayBuffer.isView(value) ? new TextDecoder().decode(value) : value;
  return typeof text === "string" && text.includes("-----BEGIN ");
}
