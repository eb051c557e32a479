/** The drawer of faults: what is armed, and a form that arms more. */
import type { TargetedEvent, TargetedMouseEvent } from "preact";
import { useContext, useState } from "preact/hooks";
import type { FaultParameter } from "../../service/faults/fault-rows.js";
import type { ArmedByName } from "../fault-kinds.js";
import type { Typed } from "./fake.js";
import { Control, closeDetails, Form, operationLabel, Page } from "./parts.js";

export function Faults() {
  const { armed, run } = useContext(Page);
  const close = ({ currentTarget }: TargetedMouseEvent<Element>) => closeDetails(currentTarget.closest("details"));
  return (
    <details id="faults">
      <summary class={`button ${armed.length > 0 ? "armed" : ""}`}>
        Faults <span class="quiet">{armed.length} armed</span>
      </summary>
      <section class="card" aria-label="Faults">
        <div class="row">
          <h2 tabIndex={-1}>Faults</h2>
          {armed.length > 0 && <Form action="clear-faults" button="Clear faults" />}
          <button type="button" onClick={close}>
            Close
          </button>
        </div>
        {armed.length === 0 && <p class="quiet">Nothing is armed: calls go through.</p>}
        <ol aria-label="Armed faults">
          {armed.map((each) => (
            <Armed key={run + each.id} armed={each} />
          ))}
        </ol>
        <Arm />
      </section>
    </details>
  );
}

function Armed({ armed }: { readonly armed: ArmedByName }) {
  const name = armed.when === "random" ? armed.faults.join(" or ") : armed.fault;
  return (
    <li class="row">
      <span>
        <code>{name}</code> {callsOf(armed)}
      </span>
      <Form action="disarm" class="end" button="Remove" label={`Remove ${name}`} fields={() => ({ id: armed.id })} />
    </li>
  );
}

/** Which calls a fault is for. */
function callsOf(armed: ArmedByName): string {
  const { orderNumber, transactionId, orderId } = armed.only ?? {};
  const whose = orderNumber ?? transactionId ?? orderId;
  const operation = armed.operation === undefined ? "calls" : operationLabel(armed.operation).toLowerCase();
  const calls = whose === undefined ? operation : `${operation} of ${whose}`;
  if (armed.when === "next") return `next ${calls}`;
  if (armed.when === "random") return `${calls} at random, rate ${armed.rate}`;
  return armed.n === 1 ? `every ${calls}` : `one ${calls} in ${armed.n}`;
}

const whens = { next: "The next one", every: "Every n-th", random: "At random" };

function Arm() {
  const { operations, faultKinds } = useContext(Page);
  const [when, setWhen] = useState("next");
  const [names, choose] = useState<readonly string[]>(["loseResponse"]);
  const isRandom = when === "random";
  const type = isRandom ? "checkbox" : "radio";
  const chosen = faultKinds.filter(({ name }) => names.includes(name)).slice(0, isRandom ? undefined : 1);
  const groups = Object.entries(Object.groupBy(faultKinds, ({ group }) => group));
  const labels = Object.fromEntries(operations.map((each) => [each, operationLabel(each)]));
  const chooseWhen = (event: TargetedEvent<HTMLSelectElement>) => setWhen(event.currentTarget.value);
  const toggle = (name: string) => {
    const others = names.filter((each) => each !== name);
    choose(isRandom && names.includes(name) ? others : [name, ...(isRandom ? others : [])]);
  };
  const fields = ({ operation, n, rate, orderNumber, ...typed }: Typed) => {
    const faults = chosen.map(({ name, parameters }) => {
      const given = Object.entries(parameters).map(([each, { type }]) => [each, typedValue(type, typed[name + each])]);
      return { name, ...Object.fromEntries(given) };
    });
    const which = isRandom ? { faults, rate: Number(rate), seed: 1 } : { fault: faults[0], n: n && Number(n) };
    return { when, operation, only: orderNumber && { orderNumber }, ...which };
  };
  return (
    <Form class="arm" action="faults" label="Arm the fault" button="Arm" fields={fields}>
      {groups.map(([group, kinds = []]) => (
        <fieldset>
          <legend class="quiet">{group}</legend>
          {kinds.map((kind) => (
            <label class="choice">
              <input type={type} name="kind" checked={chosen.includes(kind)} onChange={() => toggle(kind.name)} />
              {kind.label}
            </label>
          ))}
        </fieldset>
      ))}
      {chosen.flatMap(({ name, label, description, parameters }) => [
        <p aria-live="polite">
          <b>{label}</b> <code class="quiet">{name}</code> {description}
        </p>,
        ...Object.entries(parameters).map(([each, attributes]) => (
          <Control {...attributes} key={name + each} name={name + each} defaultChecked={name === "stallHeaders"} />
        )),
      ])}
      <Control label="Calls of" name="operation" options={labels} />
      <Control label="Which" options={whens} onChange={chooseWhen} />
      {when === "every" && <Control label="n" name="n" type="number" min={1} defaultValue={2} required />}
      {isRandom && <Control label="Rate, 0 to 1" name="rate" inputMode="decimal" defaultValue="0.1" required />}
      <Control label="Only of the order" name="orderNumber" placeholder="any" />
    </Form>
  );
}

/** What the form says of a parameter; undefined for an empty field. */
function typedValue(type: FaultParameter["type"], typed: string | undefined): unknown {
  if (type === "checkbox") return typed !== undefined;
  return type === "number" && typed !== undefined ? Number(typed) : typed;
}
