/// <reference path="./inline.d.ts" />
/** The page's document. What comes from calls is put into it by the script, as text. */
import { paymentMethodLabels } from "./labels.js";
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
  <p class="where"><code id="base-url"></code> <span class="quiet">for merchant <b id="merchant"></b>,
  password</span> <code id="password" hidden></code><button type="button" class="link" id="show-password">show</button>
  <span class="quiet" id="clock" hidden></span></p>
  <search>
    <label class="hidden" for="search">Search orders and requests</label>
    <input type="search" id="search" autocomplete="off" placeholder="Search: number, id, status, fault">
    <button type="button" id="toggle-faults" aria-expanded="false" aria-controls="faults">Faults
    <span class="count"><b id="total-armed">0</b> armed</span></button>
  </search>
  <nav aria-label="Lists"><a href="#orders">Orders</a> <a href="#requests">Requests</a></nav>
</header>
<p id="news" class="hidden" role="status" aria-live="polite"></p>
<main>
  <section class="orders" aria-labelledby="orders">
    <h2 id="orders" tabindex="-1">Orders <span class="count" id="total-orders">0</span></h2>
    ${sellForm()}
    <div class="empty" id="no-orders">
      <p>No orders yet. Point your client at the base URL above and create one, or sell something here.</p>
      <p>Or try it from a terminal:</p>
      <pre id="first-call" tabindex="0"></pre>
    </div>
    <ol id="order-list"></ol>
    <p class="quiet more" id="more-orders" hidden></p>
  </section>
  <section class="requests" aria-labelledby="requests">
    <h2 id="requests" tabindex="-1">Requests <span class="count" id="total-requests">0</span></h2>
    <div class="late" id="late" hidden>
      <p id="late-words"></p>
      <button type="button" id="deliver-late">Let it arrive</button>
    </div>
    <p class="empty" id="no-requests">No requests yet. Each call is listed here with what came of it.</p>
    <ol id="request-list"></ol>
    <p class="quiet more" id="more-requests" hidden></p>
  </section>
  <section class="faults" id="faults" aria-labelledby="faults-title" hidden>
    <div class="row">
      <h2 id="faults-title" tabindex="-1">Let the next call fail</h2>
      <button type="button" class="link" id="close-faults">Close</button>
    </div>
    <h3>Armed</h3>
    <p class="empty small" id="none-armed">Nothing is armed: calls go through.</p>
    <ol id="armed-list"></ol>
    <p class="field"><label for="operation">The next call of</label>
    <select id="operation" autocomplete="off"></select></p>
    <p class="hint" id="hint" aria-hidden="true">Each button arms one fault, for one call.</p>
    ${faultGroups()}
    <p class="buttons">
      <button type="button" id="clear-faults">Clear faults</button>
      <button type="button" id="reset" class="danger">Reset everything</button>
    </p>
    <p class="problem" id="problem" role="alert"></p>
  </section>
</main>
<script nonce="${nonce}">${script}</script>
</body>
</html>
`;
}

function sellForm(): string {
  return `<form class="pay sell" id="sell" aria-label="Sell">
      <p class="field"><label for="sell-method">Sell, paid with</label>
      <select id="sell-method" autocomplete="off">${options(paymentMethodLabels)}</select></p>
      <p class="field"><label for="sell-amount">Amount</label>
      <input id="sell-amount" inputmode="decimal" autocomplete="off" value="125.00" size="9"></p>
      <button type="submit">Sell</button>
      <p class="problem" id="sell-problem" role="alert"></p>
    </form>`;
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

function options(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map(([value, label]) => `<option value="${value}">${label}</option>`)
    .join("");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
