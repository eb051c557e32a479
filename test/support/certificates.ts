import { readFileSync } from "node:fs";
import { getCACertificates, setDefaultCACertificates } from "node:tls";

/** For 127.0.0.1 and localhost, each with its key, as certificates/make.sh made them. */
export type CertificateName =
  | "good"
  | "self-signed"
  | "expired"
  | "not-yet-valid"
  | "wrong-host"
  | "unknown-authority"
  | "incomplete-chain";

export function pem(name: CertificateName | "trusted-root" | "encrypted-key"): string {
  return readFileSync(new URL(`certificates/${name}.pem`, import.meta.url), "utf8");
}

/** The options of a server that shows this certificate. */
export const identity = (name: CertificateName) => ({ key: pem(name), cert: pem(name) });

/** Lets this process trust the CA of the good certificate. The returned function ends that. */
export function trustTestAuthority(): () => void {
  const before = getCACertificates();
  setDefaultCACertificates([...before, pem("trusted-root")]);
  return () => setDefaultCACertificates(before);
}
