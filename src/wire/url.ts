/** A path segment that a URL parser would drop or resolve, and one that has no UTF-8 form. */
function isUnsafe(segment: string): boolean {
  return segment === "" || segment === "." || segment === ".." || !segment.isWellFormed();
}

/**
 * The absolute URL of a call: the base with the segments behind it, each in its own place. `encodeURIComponent("..")`
 * is `".."`, and a URL parser resolves it away with the segment before: so the result is checked, not trusted.
 *
 * @throws RangeError when a segment cannot stand in a path.
 */
export function buildUrl(baseUrl: string, segments: readonly string[]): URL {
  if (segments.some(isUnsafe)) throw new RangeError("a path segment is empty, a dot segment or not well-formed");
  const base = new URL(baseUrl);
  const path = `${base.pathname.replace(/\/$/, "")}/${segments.map(encodeURIComponent).join("/")}`;
  const url = new URL(base.origin + path);
  if (url.origin !== base.origin || url.pathname !== path) throw new RangeError("the URL is not the one meant");
  return url;
}
