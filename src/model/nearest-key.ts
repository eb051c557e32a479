import { closestMatch } from "leven";

/** Known keys by their lower-case form: a difference in case is always a mistake. */
export type KnownKeys = ReadonlyMap<string, string>;

export function knownKeys(keys: readonly string[]): KnownKeys {
  return new Map(keys.map((key) => [key.toLowerCase(), key]));
}

/** The known key that was most likely meant by one that is refused in any case. */
export function nearestKey(key: string, known: KnownKeys): string | undefined {
  return nearest(key, known, (length) => Math.max(2, length / 2));
}

/** The known key that this one most likely misspells. Allows fewer edits, since this one may be the merchant's own. */
export function nearMiss(key: string, known: KnownKeys): string | undefined {
  return nearest(key, known, (length) => Math.min(2, length / 4));
}

function nearest(key: string, known: KnownKeys, edits: (length: number) => number): string | undefined {
  const typed = key.slice(0, 40).toLowerCase();
  const found = closestMatch(typed, [...known.keys()], { maxDistance: Math.floor(edits(typed.length)) });
  return found === undefined ? undefined : known.get(found);
}
