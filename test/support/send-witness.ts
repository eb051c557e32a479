import { subscribe } from "node:diagnostics_channel";

let sent = 0;
subscribe("undici:client:sendHeaders", () => {
  sent += 1;
});

/**
 * How many requests fetch began to write since the last time this was asked. Told by fetch itself, so that it
 * witnesses independently of the errors by which the library judges.
 */
export function requestsSent(): number {
  const count = sent;
  sent = 0;
  return count;
}
