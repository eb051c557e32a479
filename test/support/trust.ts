import { getCACertificates, setDefaultCACertificates } from "node:tls";

/** This process trusts the certificate too, until what this gives is called. */
export function trust(certificate: string): () => void {
  const before = getCACertificates();
  setDefaultCACertificates([...before, certificate]);
  return () => setDefaultCACertificates(before);
}
