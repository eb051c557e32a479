import * as z from "zod/mini";
import { across, closedObject } from "./model/schema.js";

/** Certificates and a key as PEM, in text or bytes. */
export interface TlsOptions {
  /** The authorities to trust, instead of Node's own list of them. */
  ca?: string | Uint8Array | readonly (string | Uint8Array)[] | null | undefined;
  /** The client's certificate, with those between it and its authority behind it. */
  cert?: string | Uint8Array | null | undefined;
  /** The private key of `cert`. */
  key?: string | Uint8Array | null | undefined;
  /** Of the key, if it is encrypted. */
  passphrase?: string | null | undefined;
}

const byNode = z.optional(z.unknown()); // Node reads them, and says what is wrong; an authority it takes as it comes

/** @internal */
export const tlsSchema = closedObject({ ca: byNode, cert: byNode, key: byNode, passphrase: byNode }).check(
  across(({ ca, cert, key, passphrase }, report) => {
    if (isGiven(ca) && ![ca].flat().every(holdsPem)) {
      const rule = "must hold certificates as PEM: give a file's content, not its path";
      report(["ca"], { code: "bad_format", rule });
    }
    if (isGiven(cert) !== isGiven(key)) {
      const rule = "is required beside the other one: a client's certificate goes with its key";
      report([isGiven(cert) ? "key" : "cert"], { code: "required", rule });
    }
    if (isGiven(passphrase) && !isGiven(key)) {
      report(["passphrase"], { code: "not_allowed", rule: "is of no use without a key: leave it out" });
    }
  }),
);

const isGiven = (value: unknown) => value !== undefined && value !== null;

function holdsPem(value: unknown): boolean {
  const text = ArrayBuffer.isView(value) ? new TextDecoder().decode(value) : String(value);
  return text.includes("-----BEGIN ");
}
