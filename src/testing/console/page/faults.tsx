/** The drawer of faults: what is armed, and a form that arms another one. */
import type { TargetedEvent } from "preact";
import { useContext, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { FaultParameter } from "../../service/faults/fault-rows.js";
import type { ArmedByName } from "../fault-kinds.js";
import type { Typed } from "./fake.js";
import { Control, Form, operationLabel, Page } from "./parts.js";

export function Faults({ isOpen, close }: { readonly isOpen: boolean; close(): void }) {
  const { armed, run } = useContext(Page).state;
  const title = useRef<HTMLHeadingElement>(null);
  const closeByKey = ({ key }: KeyboardEvent) => key === "Escape" && close();
  // Before the next key is pressed: an effect would run after the next paint.
  useLayoutEffect(() => {
    if (isOpen) title.current?.focus();
  }, [isOpen]);
  return (
    <section class="faults" id="faults" aria-labelledby="faults-title" hidden={!isOpen} onKeyDown={closeByKey}>
      <div class="row">
        <h2 id="faults-title" tabIndex={-1} ref={title}>
          Faults
        </h2>
        {armed.length > 0 && <Form action="clear-faults" button="Clear faults" told="Nothing is armed." />}
        <button type="button" onClick={close}>
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
  const remove = { label: `Remove ${name}`, fields: () => ({ id: armed.id }), told: `${name} is removed.` };
  return (
    <>
      <span>
        <code>{name}</code> {callsOf(armed)}
      </span>
      <Form action="disarm" button="Remove" {...remove} />
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

const whens = { next: "The next one", every: "Every n-th" };

function Arm() {
  const { operations, faultKinds } = useContext(Page).state;
  const [name, choose] = useState("loseResponse");
  const { label = "", description, parameters = {} } = faultKinds.find((each) => each.name === name) ?? {};
  const groups = Object.entries(Object.groupBy(faultKinds, ({ group }) => group));
  const given = Object.entries(parameters);
  const [isEvery, setEvery] = useState(false);
  const labels = Object.fromEntries(operations.map((each) => [each, operationLabel(each)]));
  const chooseWhen = (event: TargetedEvent<HTMLSelectElement>) => setEvery(event.currentTarget.value === "every");
  const fields = ({ when, operation, n, orderNumber, ...typed }: Typed) => ({
    ...{ when, operation, n: n && Number(n), only: orderNumber && { orderNumber } },
    fault: { name, ...Object.fromEntries(given.map(([each, { type }]) => [each, typedValue(type, typed[each])])) },
  });
  return (
    <Form class="arm" action="faults" label="Arm the fault" button="Arm" fields={fields} told={`${label} is armed.`}>
      <div class="choices">
        {groups.map(([group, kinds = []]) => (
          <fieldset>
            <legend>{group}</legend>
            {kinds.map((kind) => (
              <label class="choice">
                <input type="radio" name="name" checked={kind.name === name} onChange={() => choose(kind.name)} />
                {kind.label}
              </label>
            ))}
          </fieldset>
        ))}
      </div>
      <p aria-live="polite">
        <b>{label}</b> <code class="quiet">{name}</code> {description}
      </p>
      {given.map(([each, attributes]) => (
        <Control {...attributes} key={name + each} name={each} defaultChecked={name === "stallHeaders"} />
      ))}
      <Control label="Calls of" name="operation" options={labels} />
      <Control label="Which" name="when" options={whens} onChange={chooseWhen} />
      {isEvery && <Control label="n" name="n" type="number" min={1} defaultValue={2} required />}
      <Control label="Only of the order" name="orderNumber" placeholder="any" />
    </Form>
  );
}

/** What the form says of a parameter; undefined for an empty field. */
function typedValue(type: FaultParameter["type"], typed: string | undefined): unknown {
  if (type === "checkbox") return typed !== undefined;
  return type === "number" && typed !== undefined ? Number(typed) : typed;
}
