import { closestMatch } from "leven";

/** Known keys by their lower-case form: case is nobody's intention. */
export type KnownKeys = ReadonlyMap<string, string>;

export function knownKeys(keys: readonly string[]): KnownKeys {
  return new Map(keys.map((key) => [key.toLowerCase(), key]));
}

/** The known key that a key which cannot stand was most likely meant to be. */
export function nearestKey(key: string, known: KnownKeys): string | undefined {
  return nearest(key, known, Math.max(2, Math.floor(key.length / 3)));
}

/** The known key that is all but this one. Fewer edits than above, since this one may be what was meant. */
export function nearMiss(key: string, known: KnownKeys): string | undefined {
  return nearest(key, known, Math.min(2, Math.floor(key.length / 4)));
}

function nearest(key: string, known: KnownKeys, maxDistance: number): string | undefined {
  const found = closestMatch(key.slice(0, 40).toLowerCase(), [...known.keys()], { maxDistance });
  return found === undefined ? undefined : known.get(found);
}
