import { controlPath } from "../control-path.js";

/** Sends an action to the control API. Gives its response when it was carried out, or what kept it from that as text. */
export async function sendAction(action: string, fields: object): Promise<Record<string, unknown> | string> {
  try {
    const response = await fetch(`${controlPath}/${action}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(fields),
    });
    const body = (await response.json()) as Record<string, unknown>;
    return response.ok ? body : String(body["error"]);
  } catch {
    return "The server did not respond: is it still running?";
  }
}

/** Undefined when it was carried out. */
export async function failureOf(action: string, fields: object): Promise<string | undefined> {
  const response = await sendAction(action, fields);
  return typeof response === "string" ? response : undefined;
}
