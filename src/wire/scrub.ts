import { CERTIFICATE_CODES } from "../errors/certificate-codes.js";
import type { ScrubbedCause } from "../errors/payment-connection-error.js";
import { LibraryError } from "./library-error.js";

const NAME = /^[A-Za-z]\w{0,63}$/;
const SYSTEM_CODE = /^(?:E[A-Z0-9]+|ERR_[A-Z0-9_]+|UND_ERR_[A-Z0-9_]+|HPE_[A-Z0-9_]+|[A-Z]+(?:_[A-Z]+)+)$/;
const STACK_CODE = /^(?:ECONNRESET$|UND_ERR_|HPE_|Z_|ERR_(?:SSL|TLS|HTTP2)_)/;
const NETWORK_CALL = /^(?:connect|getaddrinfo|read|write|writev|shutdown)$/; // others name files and programs
const MAX_MESSAGE = 200;

/**
 * What may be shown of an underlying error: its name and code, and its words where it is an error of the system or of
 * the HTTP stack. An app's own error may quote a token in its message, and has codes too; fetch quotes header values
 * in some of its own, and Node quotes arguments behind codes like ERR_INVALID_ARG_VALUE.
 */
export function scrub(error: unknown): ScrubbedCause {
  try {
    const told = firstWithCode(error) ?? (typeof error === "object" ? error : {});
    const { name, code, syscall, message } = told as Record<string, unknown>;
    if (error instanceof LibraryError) return Object.freeze({ name: "Error", detail: error.message });
    const isCode = typeof code === "string" && SYSTEM_CODE.test(code);
    const isCall = isCode && typeof syscall === "string" && NAME.test(syscall);
    const isShown =
      (isCall && NETWORK_CALL.test(syscall)) || (isCode && (STACK_CODE.test(code) || CERTIFICATE_CODES.has(code)));
    return Object.freeze({
      name: typeof name === "string" && NAME.test(name) ? name : "Error",
      ...(isCode ? { code } : {}),
      ...(isCall ? { syscall } : {}),
      ...(isShown && typeof message === "string" && message !== "" ? { detail: message.slice(0, MAX_MESSAGE) } : {}),
    });
  } catch {
    return Object.freeze({ name: "Error" });
  }
}

const MAX_CAUSES = 4;

/** The system's error is at the bottom of ky's and fetch's wrappings. */
function firstWithCode(error: unknown, depth = 1): object | undefined {
  if (typeof error !== "object" || error === null || depth > MAX_CAUSES) return undefined;
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return typeof code === "string" ? error : firstWithCode(cause, depth + 1);
}
