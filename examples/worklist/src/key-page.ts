/** The page of a key: what is known, what was decided, and the forms for what can be decided now. */
import { html } from "hono/html";
import type { OnceSnapshot, OnceVersion } from "merchant-payments/once";
import { adviceOf, amountOf, facts, type Html, isTooEarly, page, stateOf, time, toList } from "./page.ts";
import { caseWords, eventWords, fieldWords, ownerWords, stateWords, timeText } from "./words.ts";

/** What was typed before, and why it was not stored. */
export interface Attempt {
  readonly form: URLSearchParams;
  readonly problem: string;
}

export function keyPage(snapshot: OnceSnapshot, canCorrect: boolean, attempt?: Attempt) {
  const { key, version, request, finalization, response, history } = snapshot;
  const forms = formsOf(snapshot, canCorrect, attempt?.form ?? new URLSearchParams());
  return page(
    key,
    html`${toList}
    <h1>${key}: ${stateOf(snapshot)}</h1>
    ${isTooEarly(snapshot, snapshot.seenAt) && waitCard(snapshot)}
    ${attempt && html`<p class="warning" role="alert">${attempt.problem}</p>`}
    <p id="changed" class="warning" role="alert" data-version="${version}" hidden>
      This key has changed since you opened it. <a href="">Look at it as it is now</a>, and look up the balance again.
    </p>
    <div class="columns">
      <div>
        ${adviceOf(snapshot)}
        <h2>What is known</h2> ${facts(knownOf(snapshot))}
        <h2>Request</h2> ${facts(requestOf(request))}
        ${request.body.length > 2 && html`<pre tabindex="0" aria-label="Request body" role="region">${request.body}</pre>`}
        <h2>Response</h2>
        ${facts({ Capture: finalization.transactionId, Batch: finalization.batchId, Finalized: finalization.totalAmountFinalized, Pending: finalization.totalAmountPendingFinalization, Remaining: finalization.amountRemainingForFinalize })}
        ${response ? html`<pre tabindex="0" aria-label="Last response" role="region">${`HTTP ${response.httpStatus}\n${response.body}`}</pre>` : html`<p>None has arrived.</p>`}
        <h2>History</h2>
        ${history.length === 0 ? html`<p>Nobody has decided anything yet.</p>` : html`<ol>${history.map(eventOf)}</ol>`}
      </div>
      <div>${forms}</div>
    </div>`,
  );
}

function knownOf({
  stateSince,
  waitsFor,
  reason,
  blockedBy,
  expiresAt,
  firstSentAt,
  lastSentAt,
  attempts,
  ...more
}: OnceSnapshot) {
  return {
    "In this state since": time(stateSince),
    Waits: ownerWords[waitsFor],
    Why: reason,
    "In your books as": more.recorded,
    "Waits for the key": blockedBy && html`<a href="/key?${new URLSearchParams({ key: blockedBy })}">${blockedBy}</a>`,
    "First sent": firstSentAt && time(firstSentAt),
    "Last sent": lastSentAt && time(lastSentAt),
    Attempts: attempts,
    "May still arrive until": more.mayBeCaptured ? time(more.mayArriveUntil) : undefined,
    "Authorization expires": expiresAt && time(expiresAt),
  };
}

const requestOf = ({
  totalAmount,
  currencyCode,
  paymentMethod,
  authorizedAmount,
  transactionId,
  orderId,
}: OnceSnapshot["request"]) => ({
  Amount: `${totalAmount} ${currencyCode}`,
  Authorization: transactionId,
  Authorized: `${authorizedAmount} ${currencyCode}`,
  "Paid with": paymentMethod,
  Order: orderId,
});

function eventOf({ at, state, as, by, why, balance, late, request }: OnceSnapshot["history"][number]): Html {
  const { finalized, pending, differs } = balance ?? {};
  return html`<li class="card">
    <p>${time(at)} <b>${by}</b> ${as ? eventWords[as] : late ? "A response came late" : "The request was replaced"}</p>
    ${facts({
      Reason: why,
      "It was": stateWords[state],
      Balance: finalized && `${finalized} finalized, ${pending} pending`,
      "Why the figures differ": differs,
      "Late response": late && `${late.state}, capture ${late.finalization.transactionId ?? "without a transaction"}`,
      "Request before": request && `${request.totalAmount} ${request.currencyCode} of ${request.transactionId}`,
    })}
  </li>`;
}

const waitCard = ({ mayArriveUntil }: OnceSnapshot) =>
  html`<div class="card"><h2>Wait until ${timeText(mayArriveUntil)}</h2>
    <p>Until then, the request may still arrive, and no balance shows what becomes of it. This page then shows the form.</p></div>`;

/** The forms for what the key takes now; otherwise why it takes nothing. */
function formsOf(snapshot: OnceSnapshot, canCorrect: boolean, form: URLSearchParams): Html {
  const { state, question, mayBeCaptured, seenAt, isWithdrawn, isErased, waitsFor } = snapshot;
  const isClosed = ["captured", "rejected", "not_captured"].includes(state);
  const isOver = isWithdrawn || isErased || ["sending", "captured"].includes(state);
  const correction = canCorrect && !mayBeCaptured && !isOver && correctForm(snapshot, form);
  if (isWithdrawn || isClosed) {
    const rest =
      waitsFor === "nobody"
        ? `It is closed: there is nothing to decide.${correction ? " If the money is still wanted, correct the request." : ""}`
        : "It is closed: the sweep of your program writes the books.";
    return html`<p>${question === "hook" ? "There is nothing to decide: the sweep of your program calls the hook again." : rest}</p> ${correction}`;
  }
  const withdrawal = (state === "queued" || question === "refused") && !mayBeCaptured && withdrawForm(snapshot, form);
  if (waitsFor !== "person") return html`<p>The sweep of your program goes on with it.</p> ${correction} ${withdrawal}`;
  if (isTooEarly(snapshot, seenAt)) return html``;
  return html`${decideForm(snapshot, form)} ${correction} ${withdrawal}`;
}

/** @param action - What the form does. Only its own form is filled in again. */
function formOf(
  action: string,
  title: string,
  { key, version, seenAt }: OnceVersion,
  form: URLSearchParams,
  fields: (typed: URLSearchParams) => Html,
) {
  const isOwn = form.get("action") === action;
  const typed = isOwn ? form : new URLSearchParams();
  return html`<form method="post" class="card" aria-label="${title}">
    <h2>${title}</h2>
    <input type="hidden" name="action" value="${action}" />
    <input type="hidden" name="seen" value="${typed.get("seen") ?? JSON.stringify({ key, version, seenAt })}" />
    ${fields(typed)}
    ${field("by", "Your name", typed, true)} ${field("why", "Reason, without personal data", typed, true)}
    <button>${title}</button>
  </form>`;
}

const decideForm = (snapshot: OnceSnapshot, form: URLSearchParams) =>
  formOf(
    "decide",
    "Record the decision",
    snapshot,
    form,
    (typed) => html`
    <p>You opened this key at ${time((JSON.parse(typed.get("seen") ?? "{}") as Partial<OnceVersion>).seenAt ?? snapshot.seenAt)}.
    Look up the balance after that. If it is pending, or fits no case, decide nothing and look again later.</p>
    <fieldset>
      <legend>What happened?</legend>
      ${Object.entries(caseWords).map(([as, [name, rest]]) => choice("as", as, html`<b>${name}</b>: ${rest}`, typed))}
    </fieldset>
    <fieldset>
      <legend>Balance of the authorization in the back office</legend>
      ${field("finalized", "Finalized amount, with refunds added", typed)} ${field("pending", "Pending amount", typed)}
      ${field("differs", "Why the figures differ", typed)}
    </fieldset>
    <fieldset>
      <legend>If it was made, the capture, where the back office shows it</legend>
      ${field("transactionId", "Transaction of the capture", typed)} ${field("batchId", "Settlement batch", typed)}
    </fieldset>
    <label><input type="checkbox" name="books" value="removed" ${typed.get("books") && "checked"} /> Only for “Not made”: our books had the capture, and I have removed it there</label>`,
  );

const correctForm = (snapshot: OnceSnapshot, form: URLSearchParams) =>
  html`<details ${form.get("action") === "correct" && "open"}><summary>Correct the request</summary>
  ${formOf("correct", "Correct the request", snapshot, form, (typed) => {
    const { body, ...request } = snapshot.request;
    const before = new URLSearchParams(
      Object.entries({ ...request, body }).map(([name, value]) => [name, `${value ?? ""}`]),
    );
    const given = typed.has("totalAmount") ? typed : before;
    return html`<p>${amountOf(snapshot)} was not captured. The sweep of your program sends the corrected request.</p>
    ${Object.entries(fieldWords).map(([name, words]) => field(name, words, given, name !== "orderId"))}
    <label class="field">Line items and other fields, as JSON <textarea name="body" rows="3">${given.get("body")}</textarea></label>`;
  })}</details>`;

/** Also for a key that is not known yet. */
export const withdrawForm = (seen: OnceVersion, form: URLSearchParams) =>
  html`<details ${form.get("action") === "withdraw" && "open"}><summary>Withdraw the key</summary>
  ${formOf("withdraw", "Withdraw the key", seen, form, () => html`<p>Its job then captures nothing, however late it comes. This cannot be undone.</p>`)}</details>`;

export const unknownPage = (key: string, now: number, attempt?: Attempt) =>
  page(
    "Worklist",
    html`${toList} <h1>There is no key ${key}</h1> ${attempt && html`<p class="warning" role="alert">${attempt.problem}</p>`}
    ${
      key &&
      html`<p>If its job has not been delivered yet, you can withdraw the key before.</p>
    ${withdrawForm({ key, version: 0, seenAt: now }, attempt?.form ?? new URLSearchParams())}`
    }`,
  );

const choice = (name: string, value: string, label: Html, typed: URLSearchParams) =>
  html`<label><input type="radio" name="${name}" value="${value}" required ${typed.get(name) === value && "checked"} /> <span>${label}</span></label>`;

const field = (name: string, label: string, typed: URLSearchParams, isRequired = false) =>
  html`<label class="field">${label} <input name="${name}" value="${typed.get(name)}" autocomplete="off" ${isRequired && "required"} /></label>`;
