import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const include = ["lab/prove/netns/**/*.netns.ts"];

export default defineConfig({
  resolve: { alias: { "merchant-payments": fileURLToPath(new URL("../../../src/index.ts", import.meta.url)) } },
  test: {
    projects: [
      { extends: true, test: { name: "node", include, provide: { way: "node" } } },
      { extends: true, test: { name: "fetch", include, provide: { way: "fetch" } } },
    ],
  },
});
