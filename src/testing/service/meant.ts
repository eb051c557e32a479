import { nearestKey, nearMiss } from "../../model/nearest-key.js";

/** The name that was most likely meant, or all of them. */
export function meant(given: unknown, known: readonly string[]): string {
  const nearest = typeof given === "string" ? (nearestKey(given, known) ?? nearMiss(given, known)) : undefined;
  return nearest === undefined ? `give one of ${known.join(", ")}.` : `did you mean ${nearest}?`;
}
