/** The orders, with what was authorized and finalized on each. */
import { useContext } from "preact/hooks";
import type { FakeAuthorization } from "../../service/rules/authorizations.js";
import type { FakeOrder } from "../../service/rules/orders.js";
import type { Typed } from "./fake.js";
import { amountIn, Control, Form, Item, More, Page, Text } from "./parts.js";
import { paymentMethodLabels } from "./payment-method-labels.js";

/** @param user - For curl, which asks for a password that is missing. */
export function Orders({ user }: { readonly user: string }) {
  const { orders, totals, run, basePath } = useContext(Page).state;
  return (
    <section aria-labelledby="orders">
      <h2 id="orders" tabIndex={-1}>
        Orders <span class="quiet">{totals.orders}</span>
      </h2>
      <Form action="sell" class="row" label="Sell" button="Sell" told="Sold.">
        <Control label="Sell, paid with" name="paymentMethod" options={paymentMethodLabels} />
        <Control label="Amount" name="totalAmount" inputMode="decimal" defaultValue="125.00" />
        <Control label="Currency" name="currencyCode" defaultValue="SEK" size={4} />
      </Form>
      {totals.orders === 0 && (
        <div class="empty">
          <p>No orders yet. Sell something here, point your client at the base URL above, or try it from a terminal:</p>
          <pre>{`curl -X POST -u ${user} ${location.origin}${basePath}/orders/create/ORDER-1001/125.00/SEK`}</pre>
        </div>
      )}
      <ol>
        {orders.toReversed().map((order) => (
          <Item key={run + order.orderId}>
            <Order order={order} />
          </Item>
        ))}
      </ol>
      <More of="orders" />
    </section>
  );
}

function Order({ order }: { readonly order: FakeOrder }) {
  const { orderId, orderNumber, totalAmount, currencyCode, form, ...details } = order;
  const authorizations = useContext(Page).state.authorizations.filter((each) => each.orderId === orderId);
  return (
    <article aria-label={orderNumber}>
      <h3 class="row">
        {orderNumber} <span class="amount">{`${amountIn(currencyCode, totalAmount)} ${currencyCode}`}</span>
      </h3>
      <p>
        <span class="badge">{form}</span> <code class="id">{orderId}</code>
      </p>
      {form === "detailed" && (
        <details>
          <summary>What was ordered</summary>
          <Text text={JSON.stringify(details)} />
        </details>
      )}
      <ol>
        {authorizations.map((authorization) => (
          <Item key={authorization.transactionId} name="authorization">
            <Authorization authorization={authorization} currency={currencyCode} />
          </Item>
        ))}
      </ol>
      <CustomerPays order={order} isPaid={authorizations.length > 0} />
    </article>
  );
}

/** An order is seldom paid twice: the form closes. */
function CustomerPays({ order, isPaid }: { readonly order: FakeOrder; readonly isPaid: boolean }) {
  const { orderId, orderNumber, totalAmount, currencyCode } = order;
  const authorize = { label: `Authorize ${orderNumber}`, fields: (typed: Typed) => ({ orderId, ...typed }), done };
  return (
    <details open={!isPaid}>
      <summary>Customer pays</summary>
      <Form action="authorize" class="row" button="Authorize" told="The order is authorized." {...authorize}>
        <Control label="Customer pays with" name="paymentMethod" options={paymentMethodLabels} />
        <Control
          label="Amount"
          name="authorizedAmount"
          inputMode="decimal"
          placeholder={amountIn(currencyCode, totalAmount)}
        />
      </Form>
    </details>
  );
}

const done = (_response: unknown, form: HTMLFormElement) => form.reset();

const amounts = {
  authorizedAmount: "Authorized",
  totalAmountFinalized: "Finalized",
  totalAmountPendingFinalization: "Pending",
  amountRemainingForFinalize: "Remaining",
} as const;

type AuthorizationProps = { readonly authorization: FakeAuthorization; readonly currency: string };

function Authorization({ authorization, currency }: AuthorizationProps) {
  const { transactionId, paymentMethod } = authorization;
  const finalizations = useContext(Page).state.finalizations.filter((each) => each.authorizationId === transactionId);
  const state = stateOf(authorization);
  return (
    <>
      <p class="row">
        <b>{paymentMethodLabels[paymentMethod]}</b> <span class={`badge ${state}`}>{state}</span>
        <code class="id">{transactionId}</code>
      </p>
      <dl class="row">
        {Object.entries(amounts).map(([field, label]) => (
          <div>
            <dt>{label}</dt>
            <dd>{amountIn(currency, authorization[field as keyof typeof amounts])}</dd>
          </div>
        ))}
      </dl>
      <ol>
        {finalizations.map((finalization) => (
          <Item key={finalization.transactionId} name="row">
            {finalization.pending ? "Finalization, pending" : "Finalization"}
            <code class="id">{finalization.transactionId}</code>
            {finalization.batchId && <span class="quiet">batch {finalization.batchId}</span>}
            <span class="amount">{amountIn(currency, finalization.totalAmount)}</span>
          </Item>
        ))}
      </ol>
      <Actions authorization={authorization} currency={currency} />
    </>
  );
}

/** What the merchant and the service would do. */
function Actions({ authorization, currency }: AuthorizationProps) {
  const { transactionId, canFinalizeAgain, amountRemainingForFinalize, totalAmountPendingFinalization } = authorization;
  const remaining = amountIn(currency, amountRemainingForFinalize);
  const fields = ({ totalAmount = remaining }: Typed) => ({ transactionId, totalAmount });
  const id = () => ({ transactionId });
  return (
    <div class="row">
      {canFinalizeAgain && (
        <Form action="finalize" class="row" button="Finalize" fields={fields} done={done} told="Finalized.">
          <Control label="Amount to finalize" name="totalAmount" inputMode="decimal" placeholder={remaining} />
        </Form>
      )}
      {!isZero(totalAmountPendingFinalization) && (
        <Form action="complete-pending" button="Complete pending" fields={id} told="Nothing is pending." />
      )}
      {canFinalizeAgain && <Form action="annul" button="Annul" fields={id} told="The remaining amount is annulled." />}
    </div>
  );
}

function isZero(amount: string): boolean {
  return !/[1-9]/.test(amount);
}

function stateOf(authorization: FakeAuthorization): string {
  if (authorization.annulled) return "annulled";
  if (!isZero(authorization.totalAmountPendingFinalization)) return "pending";
  if (!authorization.canFinalizeAgain) return "finalized";
  return isZero(authorization.totalAmountFinalized) ? "authorized" : "partly finalized";
}
