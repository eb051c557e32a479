/** The drawer of faults: what is armed, and a form that arms another one. */
import type { TargetedEvent } from "preact";
import { useContext, useEffect, useRef, useState } from "preact/hooks";
import { type ArmedByName, type FaultParameter, faultKinds, faultParameters } from "../fault-kinds.js";
import { Control, Form, operationLabel, Page, type Typed } from "./parts.js";

export function Faults({ isOpen, close }: { readonly isOpen: boolean; close(): void }) {
  const { armed, run } = useContext(Page).state;
  const title = useRef<HTMLHeadingElement>(null);
  const closeByKey = ({ key }: KeyboardEvent) => key === "Escape" && close();
  useEffect(() => {
    if (isOpen) title.current?.focus();
  }, [isOpen]);
  return (
    <section class="faults" id="faults" aria-labelledby="faults-title" hidden={!isOpen} onKeyDown={closeByKey}>
      <div class="row">
        <h2 id="faults-title" tabIndex={-1} ref={title}>
          Faults
        </h2>
        {armed.length > 0 && <Form action="clear-faults" button="Clear faults" look="link" told="Nothing is armed." />}
        <button type="button" class="link" onClick={close}>
          Close
        </button>
      </div>
      {armed.length === 0 && <p class="quiet">Nothing is armed: calls go through.</p>}
      <ol aria-label="Armed faults">
        {armed.map((each) => (
          <li key={run + each.id} class="row">
            <Armed armed={each} />
          </li>
        ))}
      </ol>
      <Arm />
    </section>
  );
}

function Armed({ armed }: { readonly armed: ArmedByName }) {
  const name = armed.when === "random" ? armed.faults.join(" or ") : armed.fault;
  const [remove, fields] = [<span aria-label={`Remove ${name}`}>Remove</span>, () => ({ id: armed.id })];
  return (
    <>
      <code>{name}</code> {callsOf(armed)}
      <Form action="disarm" button={remove} look="link" fields={fields} told={`${name} is removed.`} />
    </>
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

const groups = Object.entries(Object.groupBy(faultKinds, ({ group }) => group));
const first = faultKinds.find(({ name }) => name === "loseResponse") as (typeof faultKinds)[number];

const whens = { next: "The next one", every: "Every n-th" };

function Arm() {
  const { operations } = useContext(Page).state;
  const [{ name, label, description, parameters }, choose] = useState(first);
  const [isEvery, setEvery] = useState(false);
  const labels = Object.fromEntries(operations.map((each) => [each, operationLabel(each)]));
  const chooseWhen = (event: TargetedEvent<HTMLSelectElement>) => setEvery(event.currentTarget.value === "every");
  const fields = ({ when, operation, n, orderNumber, ...typed }: Typed) => ({
    ...{ when, operation, n: n && Number(n), only: orderNumber && { orderNumber } },
    fault: { name, ...Object.fromEntries(parameters.map((each) => [each, typedValue(each, typed[each])])) },
  });
  return (
    <Form class="arm" action="faults" label="Arm a fault" button="Arm" fields={fields} told={`${label}: armed.`}>
      <div class="choices">
        {groups.map(([group, kinds = []]) => (
          <fieldset>
            <legend>{group}</legend>
            {kinds.map((kind) => (
              <label class="choice">
                <input type="radio" name="name" checked={kind.name === name} onChange={() => choose(kind)} />
                {kind.label}
              </label>
            ))}
          </fieldset>
        ))}
      </div>
      <p aria-live="polite">
        <b>{label}</b> <code class="quiet">{name}</code> {description}
      </p>
      {parameters.map((each) => (
        <Control {...faultParameters[each]} key={name + each} name={each} defaultChecked={name === "stallHeaders"} />
      ))}
      <Control label="Calls of" name="operation" options={labels} />
      <Control label="Which" name="when" options={whens} onChange={chooseWhen} />
      {isEvery && <Control label="n" name="n" type="number" min={1} defaultValue={2} required />}
      <Control label="Only of the order" name="orderNumber" placeholder="any" />
    </Form>
  );
}

/** What the form says of a parameter; undefined for an empty field. */
function typedValue(name: keyof typeof faultParameters, typed: string | undefined): unknown {
  const { type }: FaultParameter = faultParameters[name];
  if (type === "checkbox") return typed !== undefined;
  return type === "number" && typed !== undefined ? Number(typed) : typed;
}
