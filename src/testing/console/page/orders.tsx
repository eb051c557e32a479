/** The orders, with what was authorized and finalized on each. */
import { useContext } from "preact/hooks";
import type { FakeAuthorization } from "../../service/rules/authorizations.js";
import { type FakePaymentMethod, paymentMethods } from "../../service/rules/payment-methods.js";
import type { ShownState } from "../shown-state.js";
import type { Typed } from "./fake.js";
import { amountIn, Control, Form, List, operationLabel, Page, Text } from "./parts.js";

const labelOf = (method: FakePaymentMethod) => operationLabel(method.replace("_", " ")).replace("pal", "Pal");
const paymentMethodLabels = Object.fromEntries(paymentMethods.map((method) => [method, labelOf(method)]));

const pendingBox = { label: "Pending", name: "pending", type: "checkbox" };
const withPending = ({ pending, ...typed }: Typed) => ({ ...typed, pending: pending !== undefined });

export function Orders() {
  const { orders, totals, run } = useContext(Page);
  return (
    <List of="orders" items={orders.toReversed().map((order) => <Order key={run + order.orderId} order={order} />)}>
      <Form action="sell" class="row" button="Sell" fields={withPending}>
        <Control label="Sell, paid with" name="paymentMethod" options={paymentMethodLabels} />
        <Control label="Amount" name="totalAmount" inputMode="decimal" defaultValue="125.00" />
        <Control label="Currency" name="currencyCode" defaultValue="SEK" size={3} />
        <Control {...pendingBox} />
      </Form>
      {totals.orders === 0 && (
        <p class="card">No orders yet. Sell something here, or create an order with your client.</p>
      )}
    </List>
  );
}

type OrderProps = { readonly order: ShownState["orders"][number] };

function Order({ order }: OrderProps) {
  const { orderId, orderNumber, totalAmount, currencyCode, form, authorized, finalized, canBePaid, ...details } = order;
  const authorizations = useContext(Page).authorizations.filter((each) => each.orderId === orderId);
  const states = new Set(authorizations.map(stateOf));
  const methods = new Set(authorizations.map(({ paymentMethod }) => labelOf(paymentMethod)));
  if (states.size > 1) states.delete("annulled");
  const [done, of, total] = [finalized, authorized, totalAmount].map((amount) => amountIn(currencyCode, amount));
  return (
    <li>
      <article aria-label={orderNumber}>
        <details>
          <summary>
            <span class="row">
              <b>{orderNumber}</b>
              {states.size === 0 ? <span class="quiet">not paid</span> : [...states].map((each) => <State is={each} />)}
              <span class="quiet wide">{[...methods].join(", ")}</span>
              {states.size > 0 && <span class="quiet">{`${done}/${of}`}</span>}
              <code class="end">{`${total} ${currencyCode}`}</code>
            </span>
          </summary>
          <p class="quiet">{`${form}, ${orderId}`}</p>
          {authorizations.map((each) => (
            <Authorization key={each.transactionId} authorization={each} currency={currencyCode} />
          ))}
          {canBePaid && <CustomerPays order={order} />}
          {form === "detailed" && <Text title="What was ordered" text={JSON.stringify(details)} />}
        </details>
      </article>
    </li>
  );
}

const State = ({ is }: { readonly is: string }) => <span class={`badge ${is}`}>{is}</span>;

function CustomerPays({ order: { orderId, orderNumber, totalAmount, currencyCode } }: OrderProps) {
  const fields = (typed: Typed) => ({ orderId, ...withPending(typed) });
  const placeholder = amountIn(currencyCode, totalAmount);
  return (
    <details>
      <summary>Customer pays</summary>
      <Form action="authorize" class="row" button="Authorize" label={`Authorize ${orderNumber}`} fields={fields} resets>
        <Control label="Customer pays with" name="paymentMethod" options={paymentMethodLabels} />
        <Control label="Amount" name="authorizedAmount" inputMode="decimal" placeholder={placeholder} />
        <Control {...pendingBox} />
      </Form>
    </details>
  );
}

function Authorization({ authorization, currency }: { authorization: FakeAuthorization; currency: string }) {
  const { transactionId, paymentMethod, canFinalizeAgain, totalAmountPendingFinalization } = authorization;
  const finalizations = useContext(Page).finalizations.filter((each) => each.authorizationId === transactionId);
  const [authorized, finalized, pending, remaining] = [
    authorization.authorizedAmount,
    authorization.totalAmountFinalized,
    totalAmountPendingFinalization,
    authorization.amountRemainingForFinalize,
  ].map((amount) => amountIn(currency, amount));
  const fields = ({ totalAmount = remaining }: Typed) => ({ transactionId, totalAmount });
  const id = () => ({ transactionId });
  return (
    <div class="authorization">
      <p class="row">
        <b>{labelOf(paymentMethod)}</b> <State is={stateOf(authorization)} />
        <code class="quiet end">{transactionId}</code>
      </p>
      <p>{`${authorized} authorized, ${finalized} finalized, ${pending} pending, ${remaining} remaining`}</p>
      {finalizations.map((each) => (
        <p key={each.transactionId} class="row">
          {each.pending ? "Finalization, pending" : "Finalization"} <code class="quiet">{each.transactionId}</code>
          {each.batchId && <span class="quiet">batch {each.batchId}</span>}
          <code class="end">{amountIn(currency, each.totalAmount)}</code>
        </p>
      ))}
      <div class="row">
        {canFinalizeAgain && (
          <Form action="finalize" class="row" button="Finalize" fields={fields} resets>
            <Control label="Amount to finalize" name="totalAmount" inputMode="decimal" placeholder={remaining} />
          </Form>
        )}
        {!isZero(totalAmountPendingFinalization) && (
          <Form action="complete-pending" button="Complete pending" fields={id} />
        )}
        {canFinalizeAgain && <Form action="annul" button="Annul" fields={id} />}
      </div>
    </div>
  );
}

const isZero = (amount: string) => !/[1-9]/.test(amount);

function stateOf(authorization: FakeAuthorization): string {
  if (authorization.annulled) return "annulled";
  if (!isZero(authorization.totalAmountPendingFinalization)) return "pending";
  if (!authorization.canFinalizeAgain) return "finalized";
  return isZero(authorization.totalAmountFinalized) ? "authorized" : "partial";
}
