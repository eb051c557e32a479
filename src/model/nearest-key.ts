import { closestMatch } from "leven";

/** Returns the known option or value that was most likely meant. Allows many edits: the given one is invalid anyway. */
export const nearestKey = (key: string, known: Iterable<string>) =>
  nearest(key, known, (length) => Math.max(2, length / 2));

/** Returns the known key that a field most likely means. Allows few edits: it may be a column of the merchant's own. */
export function nearMiss(key: string, known: Iterable<string>): string | undefined {
  const names = [...known];
  return nearest(key, names, (length) => Math.min(2, length / 4)) ?? withWord(key, names);
}

export function sameInOtherCase(key: string, known: Iterable<string>): string | undefined {
  const given = key.toLowerCase();
  return [...known].find((each) => each.toLowerCase() === given);
}

/** Returns the only known key that begins or ends with the word: `totalAmount` for `amount`. */
function withWord(word: string, known: readonly string[]): string | undefined {
  if (!/^[a-z]{5,40}$/.test(word)) return undefined;
  const last = word.charAt(0).toUpperCase() + word.slice(1);
  const found = known.filter((name) => name.endsWith(last) || new RegExp(`^${word}[A-Z]`).test(name));
  return found.length === 1 ? found[0] : undefined;
}

function nearest(key: string, known: Iterable<string>, edits: (length: number) => number): string | undefined {
  const typed = key.slice(0, 40).toLowerCase();
  const byLowerCase = new Map([...known].map((each) => [each.toLowerCase(), each]));
  const found = closestMatch(typed, [...byLowerCase.keys()], { maxDistance: Math.floor(edits(typed.length)) });
  return found && byLowerCase.get(found);
}
