import { request } from "undici";
import type { Target } from "../workload.ts";

export function connect({ url, body }: Target) {
  const headers = { "content-type": "application/json" };
  return async () => (await request(url, { method: "POST", headers, body })).body.json();
}
