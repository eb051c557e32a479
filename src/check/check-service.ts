import type { CheckServiceOptions } from "./options.js";
import type { CheckRow } from "./row.js";
import { runCheck } from "./run.js";
import { processTerminal } from "./terminal.js";

/**
 * Finds out where your service differs from what the client assumes, and prints which options to set. In stage two, it
 * captures the authorizations that you list.
 *
 * Run it against a test environment only. It sends nothing before the host is confirmed, and captures nothing before you
 * confirm the captures. It uses your own `auth`, headers, proxy, TLS, `fetch`, `statusKeys` and `resolve`, but not
 * `onEvent` and `maxRetries`.
 *
 * It sets the exit code of the process: 0 if no row differs, 1 if one differs, 2 if one is unsafe, 3 if it stopped or
 * could not begin. Whether the check is complete, and whether you can go live, stands at the end of the report.
 *
 * @returns The rows of the report. It does not reject if the service fails: the rows say so.
 *
 * @example
 * ```ts
 * await checkService({ options, productionBaseUrl: "https://payments.example.com/api", authorizations: [] });
 * ```
 */
export function checkService(options: CheckServiceOptions): Promise<readonly CheckRow[]> {
  return runCheck(options, processTerminal);
}
