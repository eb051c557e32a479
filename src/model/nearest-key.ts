import { closestMatch } from "leven";

/** Known keys by their lower-case form: case is nobody's intention. */
export type KnownKeys = ReadonlyMap<string, string>;

export function knownKeys(keys: readonly string[]): KnownKeys {
  return new Map(keys.map((key) => [key.toLowerCase(), key]));
}

/** The known key that a key which cannot stand was most likely meant to be. */
export function nearestKey(key: string, known: KnownKeys): string | undefined {
  return nearest(key, known, (length) => Math.max(2, length / 2));
}

/** The known key that is all but this one. Fewer edits than above, since this one may be what was meant. */
export function nearMiss(key: string, known: KnownKeys): string | undefined {
  return nearest(key, known, (length) => Math.min(2, length / 4));
}

function nearest(key: string, known: KnownKeys, edits: (length: number) => number): string | undefined {
  const typed = key.slice(0, 40).toLowerCase();
  const found = closestMatch(typed, [...known.keys()], { maxDistance: Math.floor(edits(typed.length)) });
  return found === undefined ? undefined : known.get(found);
}
