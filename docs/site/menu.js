const { base } = document.documentElement.dataset;

// The home page shows the guides in its menu. TypeDoc fills the menu after the page has loaded.
const menu = document.getElementById("tsd-nav-container");
new MutationObserver((_changes, observer) => {
  const groups = [...menu.querySelectorAll(":scope > li > details")];
  if (groups.length === 0) return;
  const reference = groups.findIndex((group) => group.querySelector("summary").textContent.trim() === "Modules");
  if (base === "./") for (const group of groups.slice(0, reference)) group.open = true;
  observer.disconnect();
}).observe(menu, { childList: true });

// On a phone, the cells of a row stand below each other, each with the heading of its column.
for (const table of document.querySelectorAll(".tsd-typography table")) {
  const headings = [...table.querySelectorAll("th")].map(({ textContent }) => textContent);
  for (const cell of table.querySelectorAll("td")) cell.dataset.heading = headings[cell.cellIndex];
}

// A search result shows a line: the first with the sought text, or else what the page or the declaration is about.
const field = document.getElementById("tsd-search-input");
const results = document.getElementById("tsd-search-results");
field.addEventListener(
  "focus",
  () => document.head.appendChild(document.createElement("script")).setAttribute("src", `${base}assets/lines.js`),
  { once: true },
);
new MutationObserver(() => {
  const sought = field.value.trim().toLowerCase();
  for (const link of results.querySelectorAll("a:not(:has(small))")) {
    const lines = window.searchLines?.[link.getAttribute("href").slice(base.length)] ?? [];
    const line = lines.find((each) => each.toLowerCase().includes(sought)) ?? lines[0] ?? "";
    const start = line.toLowerCase().indexOf(sought);
    const context = document.createElement("small");
    context.textContent = start > 100 ? `… ${line.slice(line.lastIndexOf(" ", start - 40) + 1)}` : line;
    link.querySelector(".text").append(context);
  }
}).observe(results, { childList: true });
