/**
 * `instanceof` by brand: the ESM and the CJS build, and each subpath, hold their own copy of every error class.
 * A merchant's app may meet an error of one copy with the class of another; a registered symbol holds across them.
 */

type ErrorClass = { readonly prototype: Error };

const brandOf = (name: string) => Symbol.for(`merchant-payments/${name}`);

/** Gives the class its constant `name` (also after minifying) and its brand. */
export function brand(errorClass: ErrorClass, name: string): void {
  errorClass.prototype.name = name;
  Object.defineProperty(errorClass.prototype, brandOf(name), { value: true });
}

export function hasBrand(errorClass: ErrorClass, value: unknown): boolean {
  const own = brandOf(errorClass.prototype.name);
  // A subclass of the merchant's own inherits the name without the brand: there, instanceof means what it always means.
  if (!Object.hasOwn(errorClass.prototype, own)) {
    return Function.prototype[Symbol.hasInstance].call(errorClass, value);
  }
  return typeof value === "object" && value !== null && own in value;
}
