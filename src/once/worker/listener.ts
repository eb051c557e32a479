import type { OnceEntry } from "../entry.js";

/**
 * Receives each change after it is stored, at most once. Use it for logs and alerts, never for books. It is not awaited,
 * and its errors are dropped.
 *
 * @param cause - Why `book` failed, if the capture is stored as not booked.
 */
export type OnceListener = (entry: OnceEntry, cause?: unknown) => unknown;
