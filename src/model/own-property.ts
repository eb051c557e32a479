/** Sets a property of the object itself: assigned as usual, a key of `__proto__` would change its prototype instead. */
export function setOwn<T>(target: Record<string, T>, key: string, value: T): void {
  if (key === "__proto__") Object.defineProperty(target, key, { value, enumerable: true, writable: true });
  else target[key] = value;
}

const { hasOwnProperty: hasOwn } = Object.prototype;

/**
 * For the keys of a `for … in`, which is far cheaper than `Object.keys`, but also gives what some library may have put
 * on `Object.prototype`. V8 answers this way of asking at hardly any cost there, unlike `Object.hasOwn`.
 */
export function isOwn(object: object, key: string): boolean {
  return hasOwn.call(object, key);
}
