/** What the parts of the page share. */
import { type ComponentChildren, createContext, type JSX, type TargetedSubmitEvent } from "preact";
import { useContext, useLayoutEffect, useRef, useState } from "preact/hooks";
import { currencyDecimals } from "../../service/rules/currencies.js";
import { parseJson } from "../../service/rules/json.js";
import { fake, type PageState, type Typed } from "./fake.js";

interface Shared extends PageState {
  /** False while the server cannot be reached: what is shown may be old. */
  readonly isLive: boolean;
  /** Says something to those who cannot see the page. */
  tell(words: string): void;
}
export const Page = createContext({} as Shared);

interface FormProps {
  readonly action: string;
  readonly button: string;
  readonly class?: string;
  /** The button's, for those who do not see what it is about. */
  readonly label?: string;
  readonly children?: ComponentChildren;
  /** Makes what is sent of what was typed, without spaces around it and without empty fields. */
  readonly fields?: (typed: Typed) => object;
  readonly resets?: true;
  readonly sure?: string;
}

/** Sends an action of the control API, once the question `sure` is confirmed, or shows why it was rejected. */
export function Form({ action, button, label, children, fields, resets, sure, ...rest }: FormProps) {
  const { isLive, tell } = useContext(Page);
  const [problem, setProblem] = useState("");
  const own = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    const form = own.current;
    return () => form?.contains(document.activeElement) && focusBeside(form);
  }, []);
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (sure && !confirm(sure)) return;
    const values = [...new FormData(form)].map(([name, value]) => [name, String(value).trim()] as const);
    const typed = Object.fromEntries(values.filter(([, value]) => value !== ""));
    try {
      await fake.post(action, { json: fields?.(typed) ?? typed });
      setProblem("");
      if (resets) form.reset();
      tell(`${label ?? button}: done.`);
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  return (
    <form {...rest} ref={own} autocomplete="off" onSubmit={(event) => void submit(event)}>
      {children}
      <button type="submit" class={children ? "main" : ""} aria-label={label} disabled={!isLive}>
        {button}
      </button>
      <p role="alert">{problem}</p>
    </form>
  );
}

/** Keeps the focus of a form that goes away on its order, on the next row, or on its part of the page. */
function focusBeside(form: Element): void {
  const place = form.closest("article") ?? form.closest("li")?.nextElementSibling ?? form.closest("section");
  place?.querySelector<HTMLElement>("summary, button, h2")?.focus();
}

/** Leads back to what opened it. */
export function closeDetails(open: Element | null | undefined): void {
  open?.removeAttribute("open");
  open?.querySelector("summary")?.focus();
}

type ControlProps = { readonly label: string; readonly options?: Typed; readonly [attribute: string]: unknown };

/** A control under its label. `options` are the labels by value. */
export function Control({ label, options, ...attributes }: ControlProps) {
  const choices = Object.entries(options ?? {}).map(([value, text]) => <option value={value}>{text}</option>);
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is inside
    <label class="field">
      {label}
      {options ? <select {...attributes}>{choices}</select> : <input size={8} {...attributes} />}
    </label>
  );
}

interface ListProps {
  readonly of: "orders" | "requests";
  readonly items: readonly JSX.Element[];
  readonly children: ComponentChildren;
}

/** The orders or the requests. The style cuts a long list, but hides nothing that is open or has the focus. */
export function List({ of, items, children }: ListProps) {
  const { search, found, totals } = useContext(Page);
  const [isWhole, showWhole] = useState(false);
  return (
    <section aria-labelledby={of}>
      <h2 id={of} tabIndex={-1}>
        {operationLabel(of)} <span class="quiet">{search === "" ? totals[of] : `${found[of]} of ${totals[of]}`}</span>
      </h2>
      {children}
      <ol class={`card list ${isWhole ? "" : "short"}`}>{items}</ol>
      {items.length > 15 && (
        <button type="button" onClick={() => showWhole(!isWhole)}>
          {isWhole ? "Show the newest 15" : `Show all ${items.length}`}
        </button>
      )}
      {found[of] > items.length && <p class="quiet">and {found[of] - items.length} earlier: search for one of them</p>}
      {found[of] === 0 && search !== "" && <p class="quiet">None with “{search}”.</p>}
    </section>
  );
}

type TextProps = { readonly title: string; readonly text?: string | undefined; readonly copy?: [string, string] };

/** Indents JSON, with all digits of its numbers. `copy` has a button's words, and what it copies; by default the text. */
export function Text({ title, text = "", copy = ["Copy", text] }: TextProps) {
  const [copied, say] = useState<string>();
  if (text === "") return null;
  let shown = text;
  try {
    shown = JSON.stringify(parseJson(text), undefined, 2);
  } catch {
    // other text is shown as it is
  }
  const write = () => void navigator.clipboard.writeText(copy[1]).then(() => say("Copied"));
  return (
    <>
      <h3 class="row">
        {title}
        {/* Elsewhere than on a loopback address, a browser lets no http page write to the clipboard. */}
        {isSecureContext && (
          <button type="button" onClick={write} onBlur={() => say(undefined)}>
            {copied ?? copy[0]}
          </button>
        )}
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what has the focus */}
      <pre tabIndex={0}>{shown}</pre>
    </>
  );
}

/** With the decimals of its currency, as text: zeros are added, or left out where there are too many. */
export function amountIn(currency: string, amount: string): string {
  const [whole = "", decimals = ""] = amount.split(".");
  const shown = decimals.replace(/0+$/, "").padEnd(currencyDecimals(currency), "0");
  return shown === "" ? whole : `${whole}.${shown}`;
}

/** `initializePayment` reads "Initialize payment". */
export function operationLabel(name = "Unknown path"): string {
  const words = name.replace(/(?<=[a-z\d])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
