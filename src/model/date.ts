/** Whether it is a valid Date, by the name of its class: a date of another realm is no instance of ours. */
export function isDate(value: unknown): boolean {
  return Object.prototype.toString.call(value) === "[object Date]" && Number.isFinite((value as Date).getTime());
}
