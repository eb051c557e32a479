/** What the parts of the page share. */
import { type ComponentChildren, createContext, type TargetedSubmitEvent } from "preact";
import { useContext, useState } from "preact/hooks";
import { currencyDecimals } from "../../service/rules/currencies.js";
import { parseJson } from "../../service/rules/json.js";
import { fake, type PageState, type Typed } from "./fake.js";

/** `tell` says something to those who cannot see the page. */
export const Page = createContext({} as { readonly state: PageState; tell(words: string): void });

/** An action of the control API. */
interface FormProps {
  readonly action: string;
  readonly button: string;
  readonly class?: string;
  /** The button's, for those who do not see what it is about. */
  readonly label?: string;
  readonly children?: ComponentChildren;
  /** What is sent, made of what was typed: without spaces around it and without empty fields. */
  readonly fields?: (typed: Typed) => object;
  readonly done?: (response: Typed, form: HTMLFormElement) => void;
  readonly told?: string;
  /** Asked before. */
  readonly sure?: string;
}

/** Sends an action, or shows why it was rejected. */
export function Form({ action, button, label, children, fields, done, told, sure, ...rest }: FormProps) {
  const { tell } = useContext(Page);
  const [problem, setProblem] = useState("");
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (sure && !confirm(sure)) return;
    const values = [...new FormData(form)].map(([name, value]) => [name, String(value).trim()] as const);
    const typed = Object.fromEntries(values.filter(([, value]) => value !== ""));
    try {
      const result = await fake.post<Typed>(action, { json: fields?.(typed) ?? typed }).json();
      setProblem("");
      done?.(result, form);
      if (told) tell(told);
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  return (
    <form {...rest} autocomplete="off" onSubmit={(event) => void submit(event)}>
      {children}
      <button type="submit" class={children ? "main" : ""} aria-label={label}>
        {button}
      </button>
      <p class="problem" role="alert">
        {problem}
      </p>
    </form>
  );
}

type ControlProps = { readonly label: string; readonly options?: Typed; readonly [attribute: string]: unknown };

/** A control under its label. `options` are the labels by value. */
export function Control({ label, options, ...attributes }: ControlProps) {
  const choices = Object.entries(options ?? {}).map(([value, text]) => <option value={value}>{text}</option>);
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is inside
    <label class="field">
      {label}
      {options ? <select {...attributes}>{choices}</select> : <input size={9} {...attributes} />}
    </label>
  );
}

/** An item of a list. It attracts attention if it is new. */
export function Item({ children, name = "" }: { readonly children: ComponentChildren; readonly name?: string }) {
  const { state } = useContext(Page);
  const [isNew] = useState(!state.isFirst);
  return <li class={`${name} ${isNew ? "new" : ""}`}>{children}</li>;
}

/** Says how many there are that are not shown, or that none was found. */
export function More({ of }: { readonly of: "orders" | "requests" }) {
  const { state } = useContext(Page);
  const more = state.found[of] - state[of].length;
  if (state.found[of] === 0 && state.search !== "") return <p class="quiet">None with “{state.search}”.</p>;
  return more > 0 ? <p class="quiet">and {more} earlier: search for one of them</p> : null;
}

/** Indents JSON, with all digits of its numbers. */
export function Text({ title, text }: { readonly title?: string; readonly text: string | undefined }) {
  if (!text) return null;
  let shown = text;
  try {
    shown = JSON.stringify(parseJson(text), undefined, 2);
  } catch {
    // other text is shown as it is
  }
  return (
    <>
      {title && <h4>{title}</h4>}
      <pre>{shown}</pre>
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
