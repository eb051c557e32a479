import type { CallFacts } from "./call-facts.js";
import { bareKey } from "./status-catalogue.js";

const byHttpStatus: Readonly<Record<string, string>> = {
  401: "check the merchant id and the password, or the token, that auth gives",
  403: "check that the credentials that auth gives are of this merchant account, and allow this operation",
  404: "check the host and the path of baseUrl",
  429: "the service limits the rate of calls: wait before the next one",
};

/** Says what to check first after a rejection; undefined if that depends on the call. */
export function hintOfRejection(httpStatus: number, statusKey?: string): string | undefined {
  return byHttpStatus[statusKey?.match(/^HTTP_(\d{3})$/i)?.[1] ?? httpStatus];
}

const NOT_FOUND =
  "transactionId must be the authorization's, not the transactionId in the result of a finalization; check orderId too";
const IN_FULL =
  "invoices and installments are finalized in full only: give options.authorization with paymentMethod and authorizedAmount, and the client checks it before it sends anything";

interface Rejected {
  readonly statusKey?: string | undefined;
  readonly errors: readonly { readonly path: string | undefined; readonly errorCode: string | undefined }[];
}

/** Says what to check first after the service has rejected these ids or fields; undefined if its key says enough. */
export function hintOfFinalization(
  { operation, paymentMethod }: CallFacts,
  { statusKey = "", errors }: Rejected,
): string | undefined {
  if (operation !== "finalize" && operation !== "resolveFinalization") return undefined;
  const key = bareKey(statusKey);
  if (key === "ORDER_NOT_FOUND") return NOT_FOUND;
  const mayBeCredit = ["invoice", "installments", undefined].includes(paymentMethod);
  const isTotal = errors.some(({ path, errorCode }) => path === "totalAmount" && errorCode === "Predicate");
  return key === "VALIDATION_ERROR" && mayBeCredit && isTotal ? IN_FULL : undefined;
}

const PRIVATE_CA =
  "give the certificate of a private CA as tls.ca, or in NODE_EXTRA_CA_CERTS if an https proxy uses that CA";

const byCode: Readonly<Record<string, string>> = {
  ENOTFOUND: "check the host of baseUrl, or of the proxy",
  ECONNREFUSED: "nothing listens there; check baseUrl, or the proxy",
  SELF_SIGNED_CERT_IN_CHAIN: PRIVATE_CA,
  DEPTH_ZERO_SELF_SIGNED_CERT: PRIVATE_CA,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: PRIVATE_CA,
  UNABLE_TO_GET_ISSUER_CERT: PRIVATE_CA,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: PRIVATE_CA,
  CERT_HAS_EXPIRED: "a certificate of the service, or of a proxy, has expired: tell whoever runs it",
  ERR_TLS_CERT_ALTNAME_INVALID: "the certificate is for another host: check the host of baseUrl, or of the proxy",
  ERR_SSL_NO_CIPHER_MATCH: "check --tls-cipher-list and tls.DEFAULT_CIPHERS",
  ERR_TLS_INVALID_PROTOCOL_VERSION: "check tls.DEFAULT_MIN_VERSION and tls.DEFAULT_MAX_VERSION",
  ERR_CRYPTO_OPERATION_FAILED: "check tls.DEFAULT_ECDH_CURVE",
  EPROTO: "is this port an http port?",
  ERR_SSL_WRONG_VERSION_NUMBER: "is this port an http port?",
};

/** Says what to check first after a connection failed with this code. */
export function hintOfCode(code: string | undefined): string | undefined {
  return code === undefined ? undefined : byCode[code];
}
