import { request } from "node:http";
import { text } from "node:stream/consumers";

/** A response with its headers. */
interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

interface RawCall {
  readonly method?: string;
  /** Sent unchanged, even headers that only a browser sets. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A request with headers that `fetch` would not let its caller set. */
export function rawCall(url: string, { method = "GET", headers = {}, body = "" }: RawCall = {}): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers, agent: false }, async (incoming) => {
      resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: await text(incoming) });
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

/** A call of the control API as a program makes it. */
export async function post(url: string, fields: unknown): Promise<{ status: number; response: unknown }> {
  const body = typeof fields === "string" ? fields : JSON.stringify(fields);
  const response = await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body });
  return { status: response.status, response: await response.json() };
}
