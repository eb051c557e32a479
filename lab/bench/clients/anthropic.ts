import Anthropic from "@anthropic-ai/sdk";
import type { Target } from "../workload.ts";

export function connect({ baseUrl, body: text }: Target) {
  const client = new Anthropic({ apiKey: "bench", baseURL: baseUrl });
  const body = JSON.parse(text);
  return () => client.post("/v1/finalizations", { body });
}
