import { mergeConfig } from "vitest/config";
import shared from "../../../vitest.config.js";

export default mergeConfig(shared, {
  root: new URL("../../..", import.meta.url).pathname,
  test: { setupFiles: ["lab/prove/quick/meter.ts"] },
});
