import { ofMerchant } from "../errors.js";
import { bookCauseOf } from "../rules/book-cause.js";
import type { OnceListener } from "./listener.js";

/** Returns a listener that warns once of each cause for which `book` failed. Of a foreign error, it shows no message. */
export function bookWarning(): OnceListener {
  const warned = new Set<string>();
  return ({ key, merchant }, cause) => {
    if (cause === undefined) return;
    const shown = shownOf(cause);
    if (warned.has(shown)) return;
    warned.add(shown);
    const warning = `${key}${ofMerchant(merchant)}: the money moved, and book failed, so that your books lack this capture: ${shown}. The sweep calls book again. Give Once an onChange to get every error`;
    globalThis.process?.emitWarning?.(warning, { type: "OnceWarning", code: "BOOK_FAILED" });
  };
}

function shownOf(cause: unknown): string {
  const { message, ...more } = bookCauseOf(cause);
  const words = Object.values(more).filter((word) => word !== undefined);
  return message ?? (words.join(" ") || "an unknown error");
}
