import * as z from "zod/mini";
import { across, objectOf } from "../model/schema.js";

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

const byNode = z.optional(z.custom()); // Node checks them, but accepts anything as a CA

/** @internal */
export const tlsSchema = objectOf({ ca: byNode, cert: byNode, key: byNode, passphrase: byNode }).check(
  across(({ ca, cert, key, passphrase }, report) => {
    if (ca !== undefined && ![ca].flat().every(holdsPem)) {
      const rule = "must hold certificates as PEM: give a file's content, not its path";
      report(["ca"], { code: "bad_format", rule });
    }
    if ((cert === undefined) !== (key === undefined)) {
      const rule = "is required: a client's certificate and its key go together";
      report([cert === undefined ? "cert" : "key"], { code: "required", rule });
    }
    if (passphrase !== undefined && key === undefined) {
      report(["passphrase"], { code: "not_allowed", rule: "is of no use without a key: leave it out" });
    }
  }),
);

function holdsPem(value: unknown): boolean {
  const text = ArrayBuffer.isView(value) ? new TextDecoder().decode(value) : value;
  return typeof text === "string" && text.includes("-----BEGIN ");
}
