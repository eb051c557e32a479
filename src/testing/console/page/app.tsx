/** The page: a header, with the drawer of faults, and below it requests and orders beside each other. */
import { render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { eachState, fake, type PageState, type Typed } from "./fake.js";
import { Faults } from "./faults.js";
import { Orders } from "./orders.js";
import { Control, closeDetails, Form, Page } from "./parts.js";
import { effectOf, Requests } from "./requests.js";

const advances = { 10000: "10 seconds", 60000: "1 minute", 3600000: "1 hour", 86400000: "1 day" };
const advanced = ({ ms }: Typed) => ({ advanceMs: Number(ms) });

function App() {
  const [search, setSearch] = useState("");
  const [news, tell] = useState("");
  const { state, lostAt } = useEvents(search);
  const last = useRef<PageState | undefined>(undefined);
  useEffect(() => {
    const words = last.current && state && newsOf(last.current, state);
    if (words) tell(words);
    last.current = state;
  }, [state]);
  if (state === undefined) return <p>Connecting</p>;
  const { basePath, merchantId, password, now } = state;
  const isClockMoved = Math.abs(Date.parse(now) - Date.now()) > 60_000;
  return (
    <Page.Provider value={{ ...state, isLive: lostAt === undefined, tell }}>
      <p role="alert">{lostAt && `Reconnecting: shown as of ${lostAt}`}</p>
      <header>
        <h1>
          Payment service <span class="badge">fake</span>
        </h1>
        <nav class="row">
          <a href="#requests">Requests</a> <a href="#orders">Orders</a>
        </nav>
        <div class="row">
          {!lostAt && <span class="good">Live</span>}
          <code>{location.origin + basePath}</code>
          <span class="quiet">merchant {merchantId}</span>
          <details>
            <summary class="quiet">Password</summary>
            <code>{password}</code>
          </details>
          <Form action="clock" class="row end" button="Advance the clock" fields={advanced}>
            {isClockMoved && <span class="quiet">{now.slice(0, 19).replace("T", " ")} UTC</span>}
            <Control label="" aria-label="By" name="ms" options={advances} />
          </Form>
        </div>
        <div class="row">
          <input
            type="search"
            autocomplete="off"
            aria-label="Search orders and requests"
            placeholder="Search: number, id, status, fault"
            onInput={({ currentTarget }) => setSearch(currentTarget.value)}
          />
          <Faults />
          <Form action="reset" button="Reset everything" sure="Forget all orders, requests and faults?" />
        </div>
      </header>
      <output>{news}</output>
      <main class={state.isFirst ? "" : "live"}>
        <Requests />
        <Orders />
      </main>
    </Page.Provider>
  );
}

/** `lostAt` is when the connection was lost; undefined while there is one. */
function useEvents(search: string) {
  const [state, show] = useState<PageState>();
  const [lostAt, setLost] = useState<string>();
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const hooks = { beforeRetry: [() => setLost((at) => at ?? new Date().toTimeString().slice(0, 8))] };
    const listen = async () => {
      const events = await fake("events", { searchParams: { search }, signal, hooks });
      setLost(undefined);
      await eachState(events, (newest) => show((last) => ({ ...newest, search, isFirst: last?.search !== search })));
    };
    void (async () => {
      while (!signal.aborted) await listen().catch(() => undefined);
    })();
    return () => leaving.abort();
  }, [search]);
  return { state, lostAt };
}

/** What is new, in words. */
function newsOf(last: PageState, state: PageState): string {
  if (last.run !== state.run) return "Everything was reset.";
  const news = (["order", "authorization", "finalization", "request"] as const).flatMap((name) => {
    const more = state.totals[`${name}s`] - last.totals[`${name}s`];
    return more > 0 ? [`${more} new ${name}${more > 1 ? "s" : ""}`] : [];
  });
  const request = state.requests.at(-1);
  if (news.length > 0 && request) news.push(`${effectOf(request)}, caller ${request.outcome}`);
  return news.join(", ");
}

/** Escape closes what is open around the focus, or else what stands last on the page. */
addEventListener("keydown", ({ key, target }) => {
  const focused = target as Element;
  if (key !== "Escape" || focused.matches("[type=search]:not(:placeholder-shown)")) return;
  closeDetails(focused.closest("details[open]") ?? [...document.querySelectorAll("details[open]")].at(-1));
});

render(<App />, document.body);
