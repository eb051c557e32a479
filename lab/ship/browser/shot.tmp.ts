import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
const pages = { readme: "index.html", flow: "documents/The_whole_flow.html", errors: "documents/Errors.html", proven: "documents/What_is_proven,_and_what_it_costs.html", failure: "documents/Handle_a_failure.html", reference: "modules/merchant-payments_testing.html" };
for (const width of [1280, 390]) for (const colorScheme of ["light", "dark"] as const) {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
  for (const [name, file] of Object.entries(pages)) {
    await page.goto(pathToFileURL(`/work/wt/d51/site/${file}`).href).catch((e) => console.log(String(e)));
    await page.locator(".col-content").waitFor();
    await page.screenshot({ path: `/work/notes/51-shots/${name}-${width}-${colorScheme}.png`, fullPage: true });
  }
  for (const svg of ["four-outcomes", "the-whole-flow", "performance"]) {
    await page.setContent(`<meta name="viewport" content="width=device-width"><body style="margin:16px;background:${colorScheme === "dark" ? "#0d1117" : "#fff"}"><img style="max-width:100%" src="data:image/svg+xml;base64,${(await import("node:fs")).readFileSync(`/work/wt/d51/docs/${svg}.svg`).toString("base64")}">`);
    await page.screenshot({ path: `/work/notes/51-shots/picture-${svg}-${width}-${colorScheme}.png`, fullPage: true });
  }
  await page.close();
}
await browser.close();
