import { type Call, headers, type Target } from "../workload.ts";

export function connect({ url, body }: Target): Call {
  return async () => JSON.parse(await (await fetch(url, { method: "POST", headers, body })).text());
}
