/** The drawer of faults: what is armed, and a form that arms more. */
import type { TargetedEvent } from "preact";
import { useContext, useState } from "preact/hooks";
import { faultControls, faultNames, playableFaults } from "../playable-faults.js";
import type { ShownState } from "../shown-state.js";
import type { Typed } from "./fake.js";
import { Control, closeDetails, Form, operationLabel, Page } from "./parts.js";

type Armed = ShownState["armed"][number];

export function Faults() {
  const { armed, run } = useContext(Page);
  return (
    <details id="faults">
      <summary class={`button ${armed.length > 0 ? "armed" : ""}`}>
        Faults <span class="quiet">{armed.length} armed</span>
      </summary>
      <section class="card" aria-label="Faults">
        <div class="row">
          <h2 tabIndex={-1}>Faults</h2>
          {armed.length > 0 && <Form action="clear-faults" button="Clear faults" />}
          <button type="button" onClick={({ currentTarget }) => closeDetails(currentTarget.closest("details"))}>
            Close
          </button>
        </div>
        {armed.length === 0 && <p class="quiet">Nothing is armed: calls go through.</p>}
        <ol aria-label="Armed faults">
          {armed.map((each) => (
            <ArmedFault key={run + each.id} {...each} />
          ))}
        </ol>
        <Arm />
      </section>
    </details>
  );
}

function ArmedFault(armed: Armed) {
  const { id, fault } = armed;
  return (
    <li class="row">
      <span>
        <code>{fault}</code> {callsOf(armed)}
      </span>
      <Form action="clear-faults" class="end" button="Remove" label={`Remove ${fault}`} fields={() => ({ id })} />
    </li>
  );
}

/** Which calls a fault is for. */
function callsOf(armed: Armed): string {
  const { orderNumber, transactionId, orderId } = armed.only ?? {};
  const whose = orderNumber ?? transactionId ?? orderId;
  const operation = operationLabel(armed.operation).toLowerCase();
  const calls = whose === undefined ? operation : `${operation} of ${whose}`;
  if (armed.when === "next") return `next ${calls}`;
  return armed.n === 1 ? `every ${calls}` : `one ${calls} in ${armed.n}`;
}

const groups = Object.entries(Object.groupBy(faultNames, (name) => playableFaults[name][0]));

function Arm() {
  const { operations } = useContext(Page);
  const [when, setWhen] = useState("next");
  const [chosen, choose] = useState<(typeof faultNames)[number]>("loseResponse");
  const [, label, description, ...names] = playableFaults[chosen];
  const parameters = names.map((name) => ({ type: undefined, ...faultControls[name], name }));
  const labels = Object.fromEntries(operations.map((each) => [each, operationLabel(each)]));
  const chooseWhen = (event: TargetedEvent<HTMLSelectElement>) => setWhen(event.currentTarget.value);
  const fields = ({ operation, n, orderNumber, ...typed }: Typed) => {
    const given = parameters.map(({ name, type }) => [name, typedValue(type, typed[name])]);
    const fault = { name: chosen, ...Object.fromEntries(given) };
    return { operation, fault, n: n && Number(n), only: orderNumber && { orderNumber } };
  };
  return (
    <Form class="arm" action="faults" label="Arm the fault" button="Arm" fields={fields}>
      {groups.map(([group, kinds = []]) => (
        <fieldset>
          <legend class="quiet">{group}</legend>
          {kinds.map((name) => (
            <label class="choice">
              <input type="radio" name="kind" checked={chosen === name} onChange={() => choose(name)} />
              {playableFaults[name][1]}
            </label>
          ))}
        </fieldset>
      ))}
      <p aria-live="polite">
        <b>{label}</b> <code class="quiet">{chosen}</code> {description}
      </p>
      {parameters.map((each) => (
        <Control {...each} key={chosen + each.name} defaultChecked={chosen === "stallHeaders"} />
      ))}
      <Control label="Calls of" name="operation" options={labels} />
      <Control label="Which" options={{ next: "The next one", every: "Every n-th" }} onChange={chooseWhen} />
      {when === "every" && <Control label="n" name="n" type="number" min={1} defaultValue={2} required />}
      <Control label="Only of the order" name="orderNumber" placeholder="any" />
    </Form>
  );
}

/** What the form says of a parameter; undefined for an empty field. */
function typedValue(type: string | undefined, typed: string | undefined): unknown {
  if (type === "checkbox") return typed !== undefined;
  return type === "number" && typed !== undefined ? Number(typed) : typed;
}
