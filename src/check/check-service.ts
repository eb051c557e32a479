import type { CheckServiceOptions } from "./options.js";
import type { CheckRow } from "./row.js";
import { runCheck } from "./run.js";
import { processTerminal } from "./terminal.js";

/**
 * Captures the authorizations that you list, and says where your service differs.
 *
 * Run it against a test environment only. It sends nothing before the host is confirmed, and captures nothing before you
 * confirm the captures. It uses all options of your client but `onEvent` and `maxRetries`.
 *
 * It sets the exit code of the process: 0 if no row differs, 1 if one differs, 2 if one is unsafe, 3 if it stopped or
 * could not begin. The last lines of its report say whether the check is complete, and whether you can go live.
 *
 * @returns The rows of the report. It does not reject if the service fails: the rows say so.
 *
 * @example
 * ```ts
 * const productionBaseUrl = "https://payments.example.com/api";
 * await checkService({ options, productionBaseUrl, authorizations: [] });
 * ```
 */
export function checkService(options: CheckServiceOptions): Promise<readonly CheckRow[]> {
  return runCheck(options, processTerminal);
}
