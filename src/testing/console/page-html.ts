/// <reference path="./inline.d.ts" />
/** The page's document. What comes from calls is put into it by the script, as text. */
import { operationLabels } from "./labels.js";
import { type ListedFault, listedFaults } from "./listed-faults.js";
import script from "./page/main.ts?inline";
import style from "./page/style.css?inline";

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E" +
  "%3Crect y='2' width='16' height='12' rx='3' fill='%230f766e'/%3E%3Crect y='5' width='16' height='3' fill='%23fff'/%3E%3C/svg%3E";

export function pageHtml(nonce: string, basePath: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Payment service (fake)</title>
<link rel="icon" href="${icon}">
<style nonce="${nonce}">${style}</style>
</head>
<body data-base-path="${escaped(basePath)}">
<header class="top">
  <h1>Payment service <span class="tag">fake</span></h1>
  <p id="connection" class="connection" data-state="waiting">Connecting</p>
  <p class="where"><code id="base-url"></code> <span class="quiet">for merchant <b id="merchant"></b></span></p>
  <nav aria-label="Sections">
    <a href="#orders"><b id="total-orders">0</b> orders</a>
    <a href="#orders"><b id="total-authorizations">0</b> authorizations</a>
    <a href="#orders"><b id="total-finalizations">0</b> finalizations</a>
    <a href="#requests"><b id="total-requests">0</b> requests</a>
    <a href="#faults"><b id="total-armed">0</b> armed</a>
  </nav>
</header>
<p id="news" class="hidden" role="status" aria-live="polite"></p>
<main>
  <section class="orders" aria-labelledby="orders">
    <h2 id="orders" tabindex="-1">Orders</h2>
    <div class="empty" id="no-orders">
      <p>No orders yet. Point your client at the base URL above and create one: it shows up at once.</p>
      <p>Or try it from a terminal, with the fake's password:</p>
      <pre id="first-call" tabindex="0"></pre>
    </div>
    <ol id="order-list"></ol>
    <p class="quiet" id="more-orders" hidden></p>
  </section>
  <section class="faults" aria-labelledby="faults">
    <h2 id="faults" tabindex="-1">Let the next call fail</h2>
    <p class="field"><label for="operation">The next call of</label>
    <select id="operation" autocomplete="off">${operationOptions()}</select></p>
    ${faultGroups()}
    <p class="hint" id="hint" aria-hidden="true">Each button arms one fault, for one call.</p>
    <h3>Armed</h3>
    <p class="empty small" id="none-armed">Nothing is armed: calls go through.</p>
    <ol id="armed-list"></ol>
    <p class="buttons">
      <button type="button" id="clear-faults">Clear faults</button>
      <button type="button" id="reset" class="danger">Reset everything</button>
    </p>
    <p class="problem" id="problem" role="alert"></p>
  </section>
  <section class="requests" aria-labelledby="requests">
    <h2 id="requests" tabindex="-1">Requests</h2>
    <p class="empty" id="no-requests">No requests yet. Each call is listed here with what came of it.</p>
    <ol id="request-list"></ol>
    <p class="quiet" id="more-requests" hidden></p>
  </section>
</main>
<script nonce="${nonce}">${script}</script>
</body>
</html>
`;
}

function faultGroups(): string {
  const groups = Object.entries(Object.groupBy(listedFaults, ({ group }) => group));
  return groups.map(([group, faults = []], index) => faultGroup(group, faults, `group-${index}`)).join("\n    ");
}

function faultGroup(group: string, faults: readonly ListedFault[], id: string): string {
  const buttons = faults.map(({ fault: { name }, description }, index) => {
    const descriptionId = `${id}-${index}`;
    return (
      `<button type="button" data-fault="${name}" aria-describedby="${descriptionId}">${name}</button>` +
      `<span class="hidden" id="${descriptionId}">${escaped(description)}</span>`
    );
  });
  return `<h3 id="${id}">${group}</h3><div class="chips" role="group" aria-labelledby="${id}">${buttons.join("")}</div>`;
}

function operationOptions(): string {
  return Object.entries(operationLabels)
    .map(([value, label]) => `<option value="${value}">${label}</option>`)
    .join("");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
