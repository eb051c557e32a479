// Follows docs/guides/go-live.md in a new folder, against the fake, from `npm install` to the report of stage one. It
// prints the requests and the time.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { blockAfter } from "./package/pages.ts";
import { pack } from "./package/prepare.ts";
import { run } from "./program.ts";

const PAGE = "docs/guides/go-live.md";
const ofPage = (name: string) => blockAfter(PAGE, `<!-- examples/check/${name} -->\n\`\`\`ts`);

const folder = mkdtempSync(join(tmpdir(), "merchant-payments-go-live-")); // outside the repository and its packages
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const tarball = await pack(folder);
const project = join(folder, "project");
mkdirSync(project);
await run(project, "npm", ["init", "-y", "--silent"]);
await run(project, "npm", ["pkg", "set", "type=module"]);

const begun = performance.now();
await run(project, "npm", ["install", "--prefix", project, tarball]); // without --prefix, npm looks for a project further up
const packed = join(project, "node_modules/merchant-payments/dist/testing/index.js");
const { startPaymentServer } = (await import(packed)) as typeof import("merchant-payments/testing");
await using fake = await startPaymentServer();
const values = { URL: fake.baseUrl, MERCHANT_ID: fake.service.merchantId, PASSWORD: fake.service.password };
const own = { ...values, CHECK_HOST: new URL(fake.baseUrl).host };
const env = Object.entries(own).reduce(
  (text, [name, value]) => text.replace(new RegExp(`^(?:# )?PAYMENTS_${name}=.*$`, "m"), `PAYMENTS_${name}=${value}`),
  blockAfter(PAGE, "```ini"),
);
writeFileSync(join(project, ".env"), env);
for (const name of ["payments.ts", "check.ts"]) writeFileSync(join(project, name), ofPage(name));
const { stdout } = await run(project, process.execPath, ["--env-file=.env", "check.ts"]);
const seconds = ((performance.now() - begun) / 1_000).toFixed(1);

assert.match(stdout, /Exit code 0: no row differs\./);
const [, requests] = /Requests: (\d+) in/.exec(stdout) ?? [];
console.log(`Stage one takes ${requests} requests, and ${seconds} seconds from \`npm install\` to the report.`);
