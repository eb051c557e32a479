/** The page: a header, orders and requests beside each other, and the drawer of faults. */
import { render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { ShownState } from "../shown-state.js";
import { eachState, fake, type PageState, type Typed } from "./fake.js";
import { Faults } from "./faults.js";
import { Orders } from "./orders.js";
import { Form, Page } from "./parts.js";
import { Requests } from "./requests.js";

function App() {
  const [search, setSearch] = useState("");
  const [news, tell] = useState("");
  const [password, setPassword] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const { state, connection } = useEvents(search);
  const last = useRef<PageState | undefined>(undefined);
  const toggle = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const words = last.current && state && newsOf(last.current, state);
    if (words) tell(words);
    last.current = state;
  }, [state]);
  if (state === undefined) return <p class="connection">{connection}</p>;
  const { armed, basePath, merchantId, now } = state;
  const setDrawer = (open: boolean) => {
    setOpen(open);
    if (!open) toggle.current?.focus();
  };
  const showPassword = (response: Typed) => setPassword(response["password"]);
  const isClockMoved = Math.abs(Date.parse(now) - Date.now()) > 60_000;
  return (
    <Page.Provider value={{ state, tell }}>
      <header>
        <h1>
          Payment service <span class="badge">fake</span>
        </h1>
        <nav class="row">
          <a href="#orders">Orders</a> <a href="#requests">Requests</a>
        </nav>
        <p class={`connection ${connection}`}>{connection}</p>
        <div class="row">
          <code>{location.origin + basePath}</code>
          <span class="quiet">
            merchant <b>{merchantId}</b>, password
          </span>
          {password === undefined && <Form action="credentials" button="show" done={showPassword} />}
          <code class="id">{password}</code>
          {isClockMoved && <span class="quiet">at {now.slice(0, 19).replace("T", " ")} UTC</span>}
        </div>
        <search class="row">
          <input
            type="search"
            autocomplete="off"
            aria-label="Search orders and requests"
            placeholder="Search: number, id, status, fault"
            onInput={({ currentTarget }) => setSearch(currentTarget.value)}
          />
          <button
            type="button"
            ref={toggle}
            aria-expanded={isOpen}
            aria-controls="faults"
            class={armed.length > 0 ? "armed" : ""}
            onClick={() => setDrawer(!isOpen)}
          >
            Faults <span class="quiet">{armed.length} armed</span>
          </button>
          <Form action="reset" button="Reset everything" sure="Forget all orders, requests and faults?" />
        </search>
      </header>
      <p class="hidden" role="status">
        {news}
      </p>
      <main>
        <Orders user={password === undefined ? merchantId : `${merchantId}:${password}`} />
        <Requests />
        <Faults isOpen={isOpen} close={() => setDrawer(false)} />
      </main>
    </Page.Provider>
  );
}

function useEvents(search: string) {
  const [state, show] = useState<PageState>();
  const [connection, setConnection] = useState("Connecting");
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const hooks = { beforeRetry: [() => setConnection("Reconnecting")] };
    let isFirst = true;
    const listen = async () => {
      const events = await fake("events", { searchParams: { search }, signal, hooks });
      setConnection("Live");
      await eachState(events, (newest) => {
        show({ ...newest, search, isFirst });
        isFirst = false;
      });
    };
    void (async () => {
      while (!signal.aborted) await listen().catch(() => undefined);
    })();
    return () => leaving.abort();
  }, [search]);
  return { state, connection };
}

/** What is new, in words. */
function newsOf(last: ShownState, state: ShownState): string {
  if (last.run !== state.run) return "Everything was reset.";
  const news = (["order", "authorization", "finalization", "request"] as const).flatMap((name) => {
    const more = state.totals[`${name}s`] - last.totals[`${name}s`];
    return more > 0 ? [`${more} new ${name}${more > 1 ? "s" : ""}`] : [];
  });
  const response = state.requests.at(-1)?.response;
  return news.length > 0 && response ? `${news.join(", ")}: ${response.statusKey}` : news.join(", ");
}

render(<App />, document.body);
