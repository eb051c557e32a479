import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type Axe from "axe-core";
import { type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, expect, onTestFinished } from "vitest";

const flags =
  "no-sandbox disable-gpu disable-quic no-first-run disable-background-networking disable-component-update disable-sync";

export const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  ignoreDefaultArgs: ["--hide-scrollbars"], // a scrollbar takes room, as it does on most desktops
  args: flags.split(" ").map((flag) => `--${flag}`),
});
afterAll(() => browser.close());

interface VisitOptions extends BrowserContextOptions {
  /** The expected faults: errors of the page's script, and violations of its security policy. */
  readonly mishaps?: readonly string[];
}

/** Opens the fake's page. The test fails on any fault that is not expected. */
export async function visit(url: string, { mishaps: expected = [], ...options }: VisitOptions = {}): Promise<Page> {
  const page = await browser.newPage({ reducedMotion: "reduce", ...options });
  const mishaps: string[] = [];
  page.on("pageerror", (error) => mishaps.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") mishaps.push(message.text());
  });
  onTestFinished(async () => {
    await page.close();
    expect(mishaps).toEqual(expected);
  });
  await page.goto(url);
  await page.getByText("Live", { exact: true }).waitFor();
  return page;
}

const axe = createRequire(import.meta.url).resolve("axe-core");

/** Fails if axe finds anything on the page, which must show everything that it fades in. */
export async function expectAccessible(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
  await page.evaluate(readFileSync(axe, "utf8")); // not as a script of the page, whose policy forbids it
  const found = await page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: typeof Axe }).axe.run();
    return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
  });
  expect(found).toEqual([]);
}

/** Saves a screenshot for review. Git ignores the folder. */
export async function screenshot(page: Page, name: string): Promise<void> {
  const folder = fileURLToPath(new URL("screenshots/", import.meta.url));
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: `${folder}${name}.png`, fullPage: true, animations: "disabled" });
}
