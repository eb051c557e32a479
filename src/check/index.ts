/**
 * Finds out where a merchant's service differs from what the client assumes, and which options to set. It runs on Node,
 * against a test environment.
 *
 * @packageDocumentation
 */

export type { CheckRow } from "./finding.js";
export type { CheckServiceOptions } from "./options.js";
export type { CheckAuthorization } from "./purposes.js";
export { checkService } from "./run.js";
