import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";

/** Fails where there is no Chromium: a page that was not looked at was not tested. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--host-resolver-rules=MAP rebound.test 127.0.0.1",
    ],
  });
}

/** Keeps what goes wrong in a page: errors that its script throws, and what its security policy refuses. */
export function mishapsOf(page: Page): string[] {
  const mishaps: string[] = [];
  page.on("pageerror", (error) => mishaps.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") mishaps.push(message.text());
  });
  return mishaps;
}

/** For people to look at; git ignores the folder. */
export async function screenshot(page: Page, name: string): Promise<void> {
  const folder = fileURLToPath(new URL("screenshots/", import.meta.url));
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: `${folder}${name}.png`, fullPage: true, animations: "disabled" });
}
