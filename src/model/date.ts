/** Whether it is a valid date, of any realm. An imitation may have any methods, so none of them is called. */
export function isDate(value: unknown): value is Date {
  try {
    return Number.isFinite(Date.prototype.getTime.call(value));
  } catch {
    return false; // no Date
  }
}
