export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle];
  if (upper === undefined) throw new RangeError("a median of nothing");
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}

/** The median of the ratios round by round: what slows a whole round down cancels out. */
export function medianRatio(values: readonly number[], base: readonly number[]): number {
  return median(values.map((value, round) => value / (base[round] ?? Number.NaN)));
}

/**
 * The mean without the highest tenth. Rounds differ: with garbage collections, with whether the system runs client and
 * server on one core, which all count, and with neighbours, which do not.
 */
export function meanOfMost(values: readonly number[]): number {
  const kept = values.toSorted((a, b) => a - b).slice(0, Math.ceil(values.length * 0.9));
  return kept.reduce((sum, value) => sum + value, 0) / kept.length;
}

/** Forward in even rounds, backward in odd ones, so that nobody always runs right after the same neighbour. */
export function inTurn<T>(items: readonly T[], round: number): readonly T[] {
  return round % 2 === 0 ? items : items.toReversed();
}
