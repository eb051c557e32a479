/**
 * Why `book` failed, in the library's own words. They hold nothing of the merchant's, so that a warning shows them. It has
 * a file of its own, because the bundles of the stores must not import the library.
 */
export class OnceBookError extends Error {
  override readonly name = "OnceBookError";
}
