import { mergeConfig } from "vitest/config";
import shared from "./vitest.config.js";
export default mergeConfig(shared, { test: { setupFiles: [".vitest/timers.ts"] } });
