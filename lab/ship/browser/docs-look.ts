// Opens every page of the built site in Chromium, on a desktop and on a phone, light and dark. It fails if a page is wider
// than its window, misses a picture, cuts code or reports an error, or if the search does not find a name first. On a phone,
// code may scroll, and nothing else. The screenshots are for review.
import { globSync, mkdirSync, rmSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { chromium, type Page } from "playwright-core";

const site = "site";
const screenshots = `${site}-screenshots`;
const desktop = { width: 1280, height: 900 };
const phone = { width: 390, height: 844 };
const windows = [
  { name: "desktop-light", colorScheme: "light", viewport: desktop },
  { name: "desktop-dark", colorScheme: "dark", viewport: desktop },
  { name: "phone-light", colorScheme: "light", viewport: phone },
  { name: "phone-dark", colorScheme: "dark", viewport: phone },
] as const;
const soughtNames = ["finalize", "toResult", "Once", "PaymentClient", "PaymentServiceError"];

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
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ ...options.viewport, height }); // the option fullPage would omit scroll bars
    await page.screenshot({ path: `${screenshots}/${name}/${picture}.png` });
    await page.setViewportSize(options.viewport);
  }
  await page.keyboard.press("/");
  for (const sought of soughtNames) {
    await page.locator("#tsd-search-input").fill(sought);
    const first = page.locator("#tsd-search-results > li:first-child");
    await first.locator("mark", { hasText: new RegExp(`^${sought}$`) }).waitFor();
    const found = await first.innerText();
    if (!new RegExp(`\\b${sought}\n.+`).test(found)) faults.push(`${name}: the search for ${sought} found ${found}`);
    await page.screenshot({ path: `${screenshots}/${name}/search-${sought}.png` });
  }
}
await browser.close();
for (const fault of faults) console.error(fault);
console.log(
  `${pages.length} pages in ${windows.length} windows, ${faults.length} faults; the screenshots are in ${screenshots}/`,
);
if (faults.length > 0 || pages.length < 10) process.exitCode = 1;

/** Code may reach into the padding at its end, which is 10 pixels wide: there it is still seen. */
async function faultsOf(page: Page, width: number): Promise<string[]> {
  const { pageWidth, broken, cut, wide } = await page.evaluate(() => ({
    cut: Array.from(document.querySelectorAll<HTMLElement>(".tsd-typography pre > code"))
      .filter((code) => code.scrollWidth > code.clientWidth + 10)
      .filter((code) => innerWidth >= 1280 || code.offsetHeight - code.clientHeight < 6)
      .map(({ textContent }) => textContent),
    wide: Array.from(document.querySelectorAll(".tsd-typography :is(table, td, p, li), .around a"))
      .filter((element) => element.getBoundingClientRect().right > document.documentElement.clientWidth)
      .map(({ textContent }) => textContent),
    pageWidth: document.documentElement.scrollWidth,
    broken: Array.from(document.images)
      .filter(({ naturalWidth }) => naturalWidth === 0)
      .map(({ src }) => src),
  }));
  const tooWide = pageWidth > width ? [`is ${pageWidth} wide in a window of ${width}`] : [];
  return [
    ...tooWide,
    ...broken.map((src) => `misses ${src}`),
    ...cut.map((code) => `cuts ${code}`),
    ...wide.map((text) => `is not wide enough for ${text}`),
  ];
}
