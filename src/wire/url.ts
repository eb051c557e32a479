/** Where the service is, read from the base URL once. */
export interface BaseUrl {
  /** Scheme, host and port: `https://payments.example.com`. */
  readonly origin: string;
  /** The path before every operation's own, without a slash at its end: `/api`. */
  readonly path: string;
}

export function baseOf(baseUrl: string): BaseUrl {
  const { origin, pathname } = new URL(baseUrl);
  return { origin, path: pathname.replace(/\/+$/, "") };
}

/**
 * The path of a call: the base's with the segments behind it, each in its own place. `encodeURIComponent("..")` is `".."`,
 * and whoever reads the URL resolves it away with the segment before.
 *
 * @throws RangeError when a segment cannot stand in a path.
 */
export function pathOf(base: BaseUrl, segments: readonly string[]): string {
  const isUnsafe = (segment: string) => ["", ".", ".."].includes(segment) || !segment.isWellFormed();
  if (segments.some(isUnsafe)) throw new RangeError("a path segment is empty, a dot segment or not well-formed");
  return `${base.path}/${segments.map(encodeURIComponent).join("/")}`;
}
