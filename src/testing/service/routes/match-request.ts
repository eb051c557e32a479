/** Matches the path of a request with those of the operations. */
import type { FakeRoute } from "./fake-route.js";

export interface Match {
  readonly route: FakeRoute;
  /** The path that matched. */
  readonly path: string;
  /** The values in the path, decoded. */
  readonly values: Readonly<Record<string, string>>;
}

/**
 * The operation that a request is for. If only another method fits the path, it is the operation with that method.
 *
 * @param basePath - The path before the operation's path; any path if it is left out.
 */
export function matchRequest(
  routes: readonly FakeRoute[],
  { method, path, basePath }: { readonly method: string; readonly path: string; readonly basePath: string | undefined },
): Match | undefined {
  if (basePath !== undefined && !path.startsWith(`${basePath}/`)) return undefined;
  const segments = path.slice(basePath?.length ?? 0).split("/");
  const matches = routes
    .flatMap((route) => route.paths.map((each) => ({ route, path: each })))
    .sort(closerFirst)
    .flatMap((candidate) => {
      const expected = candidate.path.split("/");
      // A path begins with "/", so its first, empty segment matches anything before it.
      const surplus = segments.length - expected.length;
      if (surplus < 0 || (basePath !== undefined && surplus > 0)) return [];
      const values = matchSegments(expected.slice(1), segments.slice(surplus + 1));
      return values ? [{ ...candidate, values }] : [];
    });
  return matches.find(({ route }) => route.method === method) ?? matches[0];
}

/**
 * The longer path first, because without a base path the shorter one would match its end. Then the one with fewer values:
 * `/orders/latest` before `/orders/{orderId}`.
 */
function closerFirst(left: { readonly path: string }, right: { readonly path: string }): number {
  const count = (path: string, mark: string) => path.split(mark).length;
  return count(right.path, "/") - count(left.path, "/") || count(left.path, "{") - count(right.path, "{");
}

function matchSegments(expected: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  const values: Record<string, string> = {};
  for (const [index, part] of expected.entries()) {
    const segment = decoded(segments[index] as string);
    if (!segment) return undefined;
    if (part.startsWith("{")) values[part.slice(1, -1)] = segment;
    else if (part !== segment) return undefined;
  }
  return values;
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
