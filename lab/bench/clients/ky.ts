import ky from "ky";
import type { Target } from "../workload.ts";

export function connect({ url, body }: Target) {
  const json = JSON.parse(body);
  return () => ky.post(url, { json, retry: 0 }).json();
}
