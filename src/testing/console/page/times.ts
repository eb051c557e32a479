/** When a request came, and how long it took. */
import type { RecordedRequest } from "../../service/http/recorded-request.js";
import { element } from "./document.js";

export function timeOf({ receivedAt, endedAt }: RecordedRequest): HTMLElement {
  const time = element("time", { datetime: receivedAt, title: receivedAt }, clockTime(receivedAt));
  const ms = Date.parse(endedAt) - Date.parse(receivedAt);
  return element("span", { class: "time" }, time, ms > 0 ? ` + ${duration(ms)}` : "");
}

/** To the second, where the reader is. */
function clockTime(iso: string): string {
  return new Date(iso).toTimeString().slice(0, 8);
}

function duration(ms: number): string {
  if (ms < 1_000) return `${ms} ms`;
  return ms < 120_000 ? `${(ms / 1_000).toFixed(1)} s` : `${Math.round(ms / 60_000)} min`;
}
