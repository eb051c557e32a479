/** Amounts as a shop has them, and some that no float holds. */
export function someAmounts(count: number): string[] {
  const cycle = ["19.99", "125.00", "0.01", "1049.50", "100", "33.3", "90071992547409.93"];
  return Array.from({ length: count }, (_, index) => cycle[index % cycle.length] ?? "1");
}
