/** A value that is there, or will be. */
export type Soon<Value> = Value | Promise<Value>;

/** Goes on with a value at once when it is there: what arrives by a moved clock is there when the clock has moved. */
export function after<Value, Next>(value: Soon<Value>, next: (value: Value) => Next): Soon<Next> {
  return value instanceof Promise ? value.then(next) : next(value);
}
