/** The list: counts, a filter and a search, and the keys that fit. */
import { html } from "hono/html";
import type { OnceCounts, OnceSnapshot, OnceState } from "merchant-payments/once";
import { adviceOf, amountOf, type Html, isTooEarly, page, stateOf, time } from "./page.ts";
import { age, ownerWords, questionWords, stateWords, timeText } from "./words.ts";

/** What is shown: keys that wait for a person, keys in one state, or all. */
export const filters: Readonly<Record<string, string>> = {
  person: "that wait for a person",
  ...inStates(),
  all: "of all states",
};

function inStates() {
  return Object.fromEntries(Object.entries(stateWords).map(([state, words]) => [state, `in the state: ${words}`]));
}

/** The part of the list that is asked for, as it stands in the address. */
export interface Asked {
  readonly show: string;
  readonly search: string;
}

export interface Found {
  readonly entries: readonly OnceSnapshot[];
  readonly next?: string | undefined;
  readonly now: number;
  /** True if the search ended before it had seen every key. */
  readonly isCut?: boolean;
}

const addressOf = (fields: Readonly<Record<string, string>>) => `/?${new URLSearchParams(fields)}`;

export const listPage = (asked: Asked, { entries, next, now, isCut }: Found, counts: OnceCounts) =>
  page(
    "Worklist",
    html`<h1>Captures to review</h1>
    ${countsOf(counts)}
    <form class="row" role="search">
      <label class="field">Show keys <select name="show">
        ${Object.entries(filters).map(([value, words]) => html`<option value="${value}"${value === asked.show ? " selected" : ""}>${words}</option>`)}
      </select></label>
      <label class="field">Key or transaction contains <input type="search" name="search" value="${asked.search}" autocomplete="off" /></label>
      <button>Show</button>
    </form>
    <section aria-label="Keys">
      <h2>${headingOf(asked, entries.length)}</h2>
      <p class="quiet">as of ${time(now)}${isCut && ". The search saw only the first 10,000 keys: give the whole key to find any other."}</p>
      ${entries.map((each) => entryOf(each, now))}
      ${next && html`<p><a href="${addressOf({ ...asked, after: next })}">Next page</a></p>`}
    </section>`,
  );

const headingOf = ({ show, search }: Asked, count: number) =>
  `${count === 0 ? "No keys" : "Keys"} ${filters[show]}${search && `, with “${search}”`}`;

/** How many keys are open, by state, with the longest time in it. */
function countsOf({ counts, now }: OnceCounts): Html {
  if (counts.length === 0) return html`<p>Nothing is open.</p>`;
  const rows = counts.toSorted((one, other) => one.oldestStateSince - other.oldestStateSince);
  return html`<table>
    <caption>What is open, the oldest first</caption>
    <thead><tr><th scope="col">State</th><th scope="col">Waits</th><th scope="col">Keys</th><th scope="col">Oldest</th></tr></thead>
    <tbody>${rows.map(
      ({ state, waitsFor, count, oldestStateSince }) => html`<tr>
        <td><a href="${addressOf({ show: state })}">${stateWords[state as OnceState]}</a></td>
        <td>${ownerWords[waitsFor]}</td><td>${count}</td><td>${age(now - oldestStateSince)}</td>
      </tr>`,
    )}</tbody>
  </table>`;
}

const entryOf = (snapshot: OnceSnapshot, now: number) => html`<article class="card">
  <p class="row">
    <a href="/key?${new URLSearchParams({ key: snapshot.key })}">${snapshot.key}</a> <b>${stateOf(snapshot)}</b>
    ${snapshot.question && questionWords[snapshot.question]}
    ${isTooEarly(snapshot, now) && html`<b>Wait until ${timeText(snapshot.mayArriveUntil)}.</b>`}
    <span class="quiet">for ${age(now - snapshot.stateSince)}</span>
    <span class="end">${amountOf(snapshot)}</span>
  </p>
  ${snapshot.advice && html`<details><summary>What to do</summary>${adviceOf(snapshot)}</details>`}
</article>`;
