/** The known key that takes the fewest edits, if it is near enough to be what was meant. */
export function nearestKey(key: string, keys: readonly string[]): string | undefined {
  const typed = key.slice(0, 40).toLowerCase();
  const [nearest] = keys
    .map((known) => ({ known, edits: editDistance(typed, known.toLowerCase()) }))
    .filter(({ known, edits }) => edits <= Math.max(2, known.length / 3))
    .sort((a, b) => a.edits - b.edits);
  return nearest?.known;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 1; j <= b.length; j += 1) {
      const substitution = (row[j - 1] as number) + (letter === b[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] as number) + 1, (next[j - 1] as number) + 1, substitution));
    }
    row = next;
  }
  return row[b.length] as number;
}
