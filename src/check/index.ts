/**
 * Finds out where a merchant's service differs from what the client assumes, and which options to set. It runs on Node,
 * against a test environment.
 *
 * @packageDocumentation
 */

export { checkService } from "./check-service.js";
export type { CheckAuthorization, CheckPurpose, CheckServiceOptions } from "./options.js";
export type { CheckRow, CheckVerdict } from "./row.js";
