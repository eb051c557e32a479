import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The command as it is published. */
export const command = fileURLToPath(new URL("../../../dist/testing/cli.js", import.meta.url));

if (!existsSync(command)) throw new Error("dist/testing/cli.js is missing: run npm run build first.");
