/** What all pages share. `html` escapes every text that is put into it. */
import { html } from "hono/html";
import type { OnceSnapshot } from "merchant-payments/once";
import { inWords, questionWords, stateWords, timeText } from "./words.ts";

export type Html = ReturnType<typeof html>;

export const page = (title: string, body: Html) => html`<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width, initial-scale=1" />
  <title>${title}</title>
  <link rel="stylesheet" href="/style.css" />
  <script src="/refresh.js" type="module"></script>
  <header class="warning">
    This page has no authentication of its own: whoever reaches it can decide, under any name. Put it behind yours.
  </header>
  <main>${body}</main>
</html>`;

export const toList = html`<nav><a href="/">Back to the list</a></nav>`;

export const messagePage = (message: string) => page("Worklist", html`<h1>${message}</h1> ${toList}`);

export const time = (ms: number) => html`<time>${timeText(ms)}</time>`;

export const amountOf = ({ request }: OnceSnapshot) => `${request.totalAmount} ${request.currencyCode}`;

export const stateOf = ({ state, isWithdrawn, isRecorded }: OnceSnapshot) =>
  isWithdrawn
    ? "Withdrawn"
    : `${stateWords[state]}${state === "captured" && !isRecorded ? ", not in the books yet" : ""}`;

/** The question to a person, and the advice with each case in a line of its own. */
export function adviceOf({ question, advice = "" }: OnceSnapshot): Html {
  const lines = inWords(advice).split(
    / (?=(?:Made|Not made|Pending|Other|Wrong authorization|The authorization expires)\b)/,
  );
  return html`${question && html`<p><b>${questionWords[question]}</b></p>`}
    ${lines.map((text) => html`<p class="advice">${text}</p>`)}`;
}

/** Names and values. What is absent is left out. */
export const facts = (of: Readonly<Record<string, unknown>>) => html`<dl>
  ${Object.entries(of).map(([name, value]) => value !== undefined && value !== "" && html`<div><dt>${name}</dt> <dd>${value}</dd></div>`)}
</dl>`;

/** Whether the request of a key that waits for a decision may still arrive, so that no balance is evidence yet. */
export const isTooEarly = ({ waitsFor, mayBeCaptured, mayArriveUntil }: OnceSnapshot, now: number) =>
  waitsFor === "person" && mayBeCaptured && now <= mayArriveUntil;
