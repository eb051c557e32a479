import { closestMatch } from "leven";

/** The known key that was most likely meant by an option, which is invalid in any case. */
export const nearestKey = (key: string, known: Iterable<string>) =>
  nearest(key, known, (length) => Math.max(2, length / 2));

/** The known key that a field most likely misspells. Allows fewer edits: it may be a column of the merchant's own. */
export const nearMiss = (key: string, known: Iterable<string>) =>
  nearest(key, known, (length) => Math.min(2, length / 4));

/** The known key that differs only in case. */
export function sameInOtherCase(key: string, known: Iterable<string>): string | undefined {
  return [...known].find((each) => each.toLowerCase() === key.toLowerCase());
}

function nearest(key: string, known: Iterable<string>, edits: (length: number) => number): string | undefined {
  const typed = key.slice(0, 40).toLowerCase();
  const byLowerCase = new Map([...known].map((each) => [each.toLowerCase(), each]));
  const found = closestMatch(typed, [...byLowerCase.keys()], { maxDistance: Math.floor(edits(typed.length)) });
  return found === undefined ? undefined : byLowerCase.get(found);
}
