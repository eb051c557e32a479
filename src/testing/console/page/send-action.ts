import { controlPath } from "../control-path.js";

/** Sends an action to the control API. Gives undefined when it was carried out, or what kept it from that. */
export async function sendAction(action: string, fields: object): Promise<string | undefined> {
  try {
    const response = await fetch(`${controlPath}/${action}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(fields),
    });
    return response.ok ? undefined : ((await response.json()) as { error: string }).error;
  } catch {
    return "The server did not answer: is it still running?";
  }
}
