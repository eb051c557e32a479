/** The end of a request, which each adapter then shows to its caller. */
import { type Pace, pacedBody } from "./paced-body.js";

/** Without a response, the adapter shows what a network would show. */
export type Delivery =
  | { readonly kind: "response"; readonly response: Response }
  | { readonly kind: "refused" | "dropped" | "stalled" };

export interface Sendable {
  readonly httpStatus: number;
  /** With null, none is sent. */
  readonly contentType: string | null;
  readonly body: string;
  /** The allowed method, for HTTP 405. */
  readonly allow?: string;
}

export function respondWith({ httpStatus, body, contentType, allow }: Sendable, pace?: Pace): Delivery {
  const bytes = new TextEncoder().encode(body); // for text, a Response would make up a content type
  const headers = new Headers(extraHeaders[httpStatus]);
  if (allow !== undefined) headers.set("allow", allow);
  if (contentType !== null) headers.set("content-type", contentType);
  if (httpStatus !== 204 && httpStatus !== 304) headers.set("content-length", String(bytes.byteLength));
  const content = pace === undefined ? bytes : pacedBody(bytes, pace);
  return { kind: "response", response: new Response(body === "" ? null : content, { status: httpStatus, headers }) };
}

const extraHeaders: Readonly<Record<number, Record<string, string>>> = {
  401: { "www-authenticate": 'Basic realm="payment service"' },
  405: { allow: "POST" },
};
