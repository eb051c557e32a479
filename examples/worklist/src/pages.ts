/** The pages. `html` escapes every text that is put into it. */
import { html } from "hono/html";
import type { OnceList, OnceSnapshot } from "merchant-payments/once";

const page = (title: string, body: ReturnType<typeof html>) => html`<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width, initial-scale=1" />
  <title>${title}</title>
  <link rel="stylesheet" href="/style.css" />
  <p class="warning">
    This page has no authentication of its own: whoever reaches it can decide, under any name. Put it behind yours.
  </p>
  <main>${body}</main>
</html>`;

const toList = html`<p><a href="/">All keys that wait for a person</a></p>`;

export const messagePage = (message: string) => page("Worklist", html`<h1>${message}</h1> ${toList}`);

export const listPage = ({ entries, next, now }: OnceList) =>
  page(
    "Worklist",
    html`<h1>${entries.length === 0 ? "No key waits for a person" : "Keys that wait for a person"}</h1>
    <p class="quiet">as of ${time(now)}</p>
    ${entries.map(entry)}
    ${next && html`<p><a href="/?${new URLSearchParams({ after: next })}">Next page</a></p>`}`,
  );

const entry = (snapshot: OnceSnapshot) => html`<article class="card">${line(snapshot)} ${adviceOf(snapshot)}</article>`;

/** The cases of the question in lines of their own. */
const adviceOf = ({ advice = "" }: OnceSnapshot) =>
  html`<p class="advice">${advice.replaceAll(/ (?=[A-Z][a-z ]+: |The )/g, "\n")}</p>`;

/** A key in one line. */
const line = ({ key, state, question, stateSince, request }: OnceSnapshot) => html`<p class="line">
  <a href="/key?${new URLSearchParams({ key })}">${key}</a> <b>${state}</b> ${question}
  <span class="quiet">since ${time(stateSince)}</span>
  <span class="amount">${request.totalAmount} ${request.currencyCode}</span>
</p>`;

/** @param form - What was typed before. */
export function keyPage(snapshot: OnceSnapshot, form: URLSearchParams, problem?: string) {
  const { key, state, version, advice, request, finalization, response, history, ...more } = snapshot;
  const { body, ...sent } = request;
  return page(
    key,
    html`${toList}
    <h1>${key}: ${state}</h1>
    ${problem && html`<p class="warning" role="alert">${problem}</p>`}
    <div class="columns">
      <div>
        ${adviceOf(snapshot)}
        <h2>State</h2> ${facts(more)}
        <h2>Request</h2> ${facts(sent)} ${body && html`<pre>${body}</pre>`}
        <h2>Response</h2> ${facts(finalization)}
        <pre>${response ? `${response.httpStatus} ${response.body}` : "none"}</pre>
        <h2>History</h2> ${history.length === 0 ? "none" : history.map((each) => html`<div class="card">${facts(each)}</div>`)}
      </div>
      ${decide(snapshot, form)}
    </div>`,
  );
}

const choices = {
  captured: "the money moved",
  not_captured: "no money moved, and the capture is no longer wanted",
  send_again: "no money moved, and the sweep sends the request again",
};

/** The balance is never filled in again: it must be looked up after the snapshot that the form names. */
function decide({ key, version, seenAt }: OnceSnapshot, form: URLSearchParams) {
  return html`<form method="post" class="card">
    <h2>Decide</h2>
    <p class="quiet">This page is as of ${time(seenAt)}. Look up the balance after that.</p>
    <input type="hidden" name="seen" value="${JSON.stringify({ key, version, seenAt })}" />
    ${Object.entries(choices).map(([as, words]) => choice("radio", "as", as, html`<b>${as}</b>: ${words}`))}
    <fieldset>
      <legend>Balance of the authorization</legend>
      ${field("finalized", "finalized, with refunds added")} ${field("pending")}
      ${field("differs", "differs: why no figures show the decision")}
    </fieldset>
    ${field("transactionId", "transactionId of the capture")} ${field("batchId", "batchId of the capture")}
    ${choice("checkbox", "books", "removed", "the capture was removed from the books")}
    ${field("by", "by: your name", form)} ${field("why", "why", form)}
    <button>Decide</button>
  </form>`;
}

const choice = (type: string, name: string, value: string, label: unknown) =>
  html`<label><input type="${type}" name="${name}" value="${value}" /> ${label}</label>`;

const field = (name: string, label = name, form?: URLSearchParams) =>
  html`<label class="field">${label} <input name="${name}" value="${form?.get(name)}" autocomplete="off" /></label>`;

/** Each under its name in the guide. What is false is left out. */
const facts = (of: object) => html`<dl>
  ${Object.entries(of).map(([name, value]) => value !== undefined && value !== false && html`<div><dt>${name}</dt> <dd>${shown(name, value)}</dd></div>`)}
</dl>`;

function shown(name: string, value: unknown) {
  if (typeof value === "object") return JSON.stringify(value);
  return typeof value === "number" && /at$|since$|until$/i.test(name) ? time(value) : String(value);
}

const time = (ms: number) => html`<time>${new Date(ms).toISOString().slice(0, 19).replace("T", " ")} UTC</time>`;
