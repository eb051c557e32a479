// Opens every page of the built site in Chromium, on a desktop and on a phone, light and dark. It fails if a page is wider
// than its window, misses a picture, cuts code without a scroll bar or reports an error. The screenshots are for review.
import { globSync, mkdirSync, rmSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { chromium, type Page } from "playwright-core";

const site = "site";
const screenshots = `${site}-screenshots`;
const windows = [
  { name: "desktop", colorScheme: "light", viewport: { width: 1280, height: 900 } },
  { name: "phone", colorScheme: "dark", viewport: { width: 390, height: 844 } },
] as const;

const found = globSync(["documents", "modules", "classes"].map((folder) => `${site}/${folder}/*.html`));
const pages = [`${site}/index.html`, ...found];
const faults: string[] = [];

rmSync(screenshots, { recursive: true, force: true });
const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox"],
  ignoreDefaultArgs: ["--hide-scrollbars"],
});
for (const { name, ...options } of windows) {
  const page = await browser.newPage(options);
  page.on("pageerror", (error) => faults.push(`${name}: ${page.url()}: ${error.message}`));
  mkdirSync(`${screenshots}/${name}`, { recursive: true });
  for (const file of pages) {
    await page.goto(pathToFileURL(file).href);
    await page.locator(".col-content").waitFor(); // TypeDoc hides a page until its script has run
    for (const fault of await faultsOf(page, options.viewport.width)) faults.push(`${name}: ${file}: ${fault}`);
    const picture = file.slice(site.length + 1, -".html".length).replaceAll("/", "-");
    await page.screenshot({ path: `${screenshots}/${name}/${picture}.png`, fullPage: true });
  }
}
await browser.close();
for (const fault of faults) console.error(fault);
console.log(`${pages.length} pages twice, ${faults.length} faults; the screenshots are in ${screenshots}/`);
if (faults.length > 0 || pages.length < 10) process.exitCode = 1;

/** Code may reach into the padding at its end, which is 10 pixels wide: there it is still seen. */
async function faultsOf(page: Page, width: number): Promise<string[]> {
  const { pageWidth, broken, cut } = await page.evaluate(() => ({
    cut: Array.from(document.querySelectorAll("pre"))
      .filter((code) => code.scrollWidth > code.clientWidth + 10 && code.offsetHeight - code.clientHeight < 6)
      .map(({ textContent }) => textContent),
    pageWidth: document.documentElement.scrollWidth,
    broken: Array.from(document.images)
      .filter(({ naturalWidth }) => naturalWidth === 0)
      .map(({ src }) => src),
  }));
  const tooWide = pageWidth > width ? [`is ${pageWidth} wide in a window of ${width}`] : [];
  return [...tooWide, ...broken.map((src) => `misses ${src}`), ...cut.map((code) => `cuts ${code}`)];
}
