import { nearestKey } from "../model/nearest-key.js";

/**
 * @param elsewhere - Options that somebody may try, each with the fix.
 * @throws TypeError for a name that is not known.
 */
export function demandKnown(
  where: string,
  given: object,
  known: readonly string[],
  elsewhere: Readonly<Record<string, string>> = {},
): void {
  for (const [name, value] of Object.entries(given)) {
    if (known.includes(name) || value === undefined || value === null) continue;
    const nearest = nearestKey(name, known);
    const fix = elsewhere[name] ?? (nearest === undefined ? "remove it" : `did you mean ${nearest}?`);
    throw new TypeError(`${where} has no option ${name}: ${fix}`);
  }
}
