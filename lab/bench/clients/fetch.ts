import { merchant, type Target } from "../workload.ts";

export function connect({ url, body }: Target) {
  const headers = {
    accept: "application/json",
    "content-type": "application/json",
    authorization: `Basic ${Buffer.from(`${merchant.id}:${merchant.password}`).toString("base64")}`,
  };
  return async () => JSON.parse(await (await fetch(url, { method: "POST", headers, body })).text());
}
