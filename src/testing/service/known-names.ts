/** Checks the names that a test gives to the fake, so that a misspelt one is an error in plain JavaScript too. */
import { nearestKey } from "../../model/nearest-key.js";

/** @throws TypeError for anything but an object, and for the first unknown key. */
export function checkKeys(where: string, given: unknown, known: readonly string[]): void {
  const keys = typeof given === "object" && given !== null ? Object.keys(given) : undefined;
  if (keys === undefined) throw new TypeError(`${where}: give an object with these keys: ${known.join(", ")}.`);
  const key = keys.find((each) => !known.includes(each));
  if (key !== undefined) throw new TypeError(`${where}: ${key} is not a known key: ${meant(key, known)}`);
}

/** The name that was most likely meant, or all of them. */
export function meant(given: unknown, known: readonly string[]): string {
  const nearest = typeof given === "string" ? nearestKey(given, known) : undefined;
  return nearest === undefined ? `give one of ${known.join(", ")}.` : `did you mean ${nearest}?`;
}
