const step = 0x6d2b79f5;

/**
 * Numbers from 0 to below 1, always the same for the same seed: mulberry32, which is uniform enough for tests.
 *
 * @param drawn - How many numbers to skip.
 */
export function seededRandom(seed: number, drawn = 0): () => number {
  let state = (seed + Math.imul(drawn, step)) >>> 0;
  return () => {
    state = (state + step) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
