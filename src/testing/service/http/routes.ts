/** The service's paths, as data, and how a path is matched with them. */
import type { FakeOperation } from "../rules/operation.js";

export interface Route {
  readonly operation: FakeOperation;
  readonly template: string;
}

export interface Match {
  readonly route: Route;
  /** The values in the path, decoded. */
  readonly values: Readonly<Record<string, string>>;
}

/** The path that takes a detailed order only. */
export const detailedOrderRoute: Route = { operation: "createOrder", template: "/orders/create" };

// The longer path first: without a base path, the shorter one would match its end.
const routes: readonly Route[] = [
  { operation: "finalize", template: "/orders/{orderId}/transactions/{transactionId}/finalize/{totalAmount}" },
  { operation: "finalize", template: "/transactions/{transactionId}/finalize/{totalAmount}" },
  { operation: "createOrder", template: "/orders/create/{orderNumber}/{totalAmount}/{currencyCode}" },
  detailedOrderRoute,
];

/** @param basePath - What must stand before the route; anything may when it is left out. */
export function matchRoute(path: string, basePath: string | undefined): Match | undefined {
  if (basePath !== undefined && !path.startsWith(`${basePath}/`)) return undefined;
  const segments = path.slice(basePath?.length ?? 0).split("/");
  for (const route of routes) {
    const expected = route.template.split("/");
    // A template begins with "/", so its first, empty segment stands for whatever comes before it.
    const surplus = segments.length - expected.length;
    if (surplus < 0 || (basePath !== undefined && surplus > 0)) continue;
    const values = matchSegments(expected.slice(1), segments.slice(surplus + 1));
    if (values) return { route, values };
  }
  return undefined;
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
