import { bookCauseOf } from "../rules/book-cause.js";
import type { OnceBookError } from "../stores/book-error.js";
import type { OnceListener } from "./listener.js";

/** Returns a listener that warns once of each cause for which `book` failed. Of a foreign error, it shows no message. */
export function bookWarning(): OnceListener {
  const warned = new Set<string>();
  return ({ key }, cause) => {
    if (cause === undefined) return;
    const shown = shownOf(cause);
    if (warned.has(shown)) return;
    warned.add(shown);
    const warning = `${key}: the money moved, and book failed, so that your books lack this capture: ${shown}. The sweep calls book again. Give Once an onChange to get every error`;
    globalThis.process?.emitWarning?.(warning, { type: "OnceWarning", code: "BOOK_FAILED" });
  };
}

function shownOf(cause: unknown): string {
  const { name, message } = Object(cause) as OnceBookError;
  if (name === "OnceBookError") return message; // each CommonJS file has its own copy of the class
  const words = Object.values(bookCauseOf(cause)).filter((word) => word !== undefined);
  return words.join(" ") || "an unknown error";
}
