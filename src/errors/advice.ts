import { isKnownStatusKey, statusCatalogue } from "./status-catalogue.js";

/** The facts that advice is given by. */
export interface AdviceFacts {
  readonly operation: string;
  readonly code: string;
  readonly outcome: string;
  readonly paymentMethod: string | undefined;
  readonly statusKey: string | undefined;
}

/** The contract has no operation that reads an order back, so after `unknown` the advice differs per operation. */
export function adviceFor(facts: AdviceFacts): string {
  if (facts.code === "invalid_input") return "Nothing was sent. Correct the input as the issues say and call again.";
  switch (facts.outcome) {
    case "not_sent":
      return "Nothing reached the service and no money moved. The same call may be made again as it is.";
    case "rejected":
      return rejected(facts);
    case "succeeded":
      return succeeded(facts);
    default:
      return facts.operation === "finalize" ? unknownFinalization(facts.paymentMethod) : unknownOrder;
  }
}

const unknownOrder =
  "No money moves when an order is created: at worst an unused order stays behind. Create it again; " +
  "for a credit product (invoice, installments) with a new order number, since those must be unique.";

const park =
  "The money may have moved. Park this finalization with its identifiers and amount, and check the merchant's books " +
  "or the service's back office before anything else is sent.";

function unknownFinalization(paymentMethod: string | undefined): string {
  switch (paymentMethod) {
    case "card":
    case "invoice":
    case "installments":
      return `${park} For this payment method the very same call may be sent again deliberately: PAYMENT_COMPLETED or FINALIZE_AMT_EXCEEDED is then evidence that the first one landed.`;
    case undefined:
      return `${park} Only for card, invoice and installments may the very same call be sent again deliberately (PAYMENT_COMPLETED or FINALIZE_AMT_EXCEEDED is then evidence that the first one landed); never for a method that takes several partial finalizations.`;
    default:
      return `${park} Do not send it again: this payment method may take several finalizations, and a second one would then take the money twice.`;
  }
}

function rejected({ code, operation, statusKey }: AdviceFacts): string {
  if (isKnownStatusKey(statusKey)) return statusCatalogue[statusKey].advice;
  const by = code === "service_error" ? "statusKey and httpStatus" : "httpStatus";
  const again = operation === "finalize" ? "finalize it again" : "create the order again";
  return `The service did not do it. Branch on ${by}, correct the cause, then ${again}.`;
}

function succeeded({ operation }: AdviceFacts): string {
  return operation === "finalize"
    ? "The service says that the finalization is done: book it as captured, do not send it again, and look up what the answer left out."
    : "The service says that the order is created, but gave no usable order id: look it up by its order number, or create another.";
}
