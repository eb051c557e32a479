import Anthropic from "@anthropic-ai/sdk";
import type { Call, Target } from "../workload.ts";

export function connect({ baseUrl, url, body: text }: Target): Call {
  const client = new Anthropic({ apiKey: "bench", baseURL: baseUrl });
  const body = JSON.parse(text);
  return () => client.post(url, { body });
}
