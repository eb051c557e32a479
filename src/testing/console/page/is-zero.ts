/** Of an amount as text. */
export function isZero(amount: string): boolean {
  return !/[1-9]/.test(amount);
}
