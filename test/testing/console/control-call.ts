import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";

interface RawCall {
  readonly method?: string;
  /** Sent unchanged, even headers that only a browser sets, which `fetch` would not let its caller set. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export async function rawCall(url: string, { body = "", ...call }: RawCall = {}) {
  const outgoing = request(url, { ...call, agent: false }).end(body);
  const [incoming] = (await once(outgoing, "response")) as [IncomingMessage];
  return { status: incoming.statusCode, headers: incoming.headers, body: await text(incoming) };
}

/** A call of the control API as a program makes it. */
export async function post(url: string, fields: unknown): Promise<{ status: number; response: unknown }> {
  const body = typeof fields === "string" ? fields : JSON.stringify(fields);
  const response = await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body });
  return { status: response.status, response: await response.json() };
}
