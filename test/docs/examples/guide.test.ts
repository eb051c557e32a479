import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

test.each(["pino-logging.ts", "pino-traces.ts"])("the guide shows %s as it runs", (example) => {
  const guide = readFileSync(new URL("../../../docs/guides/observability.md", import.meta.url), "utf8");
  const code = readFileSync(new URL(`../../../examples/${example}`, import.meta.url), "utf8");
  expect(guide).toContain(`<!-- examples/${example} -->\n\`\`\`ts\n${code.trimEnd()}\n\`\`\``);
});
