/** A value, now or later. */
export type Soon<Value> = Value | Promise<Value>;

/** Continues at once if the value is there, so that a late request has arrived when `clock.advance` returns. */
export function after<Value, Next>(value: Soon<Value>, next: (value: Value) => Next): Soon<Next> {
  return value instanceof Promise ? value.then(next) : next(value);
}
