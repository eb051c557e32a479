/** Sets a property of the object itself: assigned as usual, a key of `__proto__` would change its prototype instead. */
export function setOwn<T>(target: Record<string, T>, key: string, value: T): void {
  if (key === "__proto__") Object.defineProperty(target, key, { value, enumerable: true });
  else target[key] = value;
}
