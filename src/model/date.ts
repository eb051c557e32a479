/** Whether it is a valid date. Checks the class's name, because a date of another realm is no instance of our `Date`. */
export function isDate(value: unknown): boolean {
  return Object.prototype.toString.call(value) === "[object Date]" && Number.isFinite((value as Date).getTime());
}
