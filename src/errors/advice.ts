import type { CallFacts, Effect } from "./call-facts.js";
import { isOperationName, type OperationName } from "./operation-names.js";
import type { ErrorScope, FailureFacts } from "./scope.js";
import { bareKey, isKnownStatusKey, type StatusMeaning, statusCatalogue } from "./status-catalogue.js";

/** Advice after a call, by its outcome. */
interface Advice {
  /** The contract has no operation that reads an order back. */
  readonly unknown: (paying: Paying) => string;
  readonly succeeded: string;
  /** Ends the sentence `… correct the cause, then <again>.` */
  readonly again: string;
}

type Paying = Pick<CallFacts, "paymentMethod" | "sendAgain" | "canLookUp">;

/** Says whether to call `resolveFinalization`, which sends only the methods of the option `sendAgain` again. */
function resolving({ paymentMethod, sendAgain = ["card"], canLookUp = false }: Paying): string {
  if (canLookUp)
    return "Call resolveFinalization with the same finalization 5 minutes later: the balance, in a response or read by lookUp, says what became of it.";
  const call =
    "resolveFinalization with the same finalization a minute later: the balance in the response says what became of it.";
  if (paymentMethod === undefined && sendAgain.length > 0) return `If ${sendAgain.join(" or ")} pays, call ${call}`;
  if (paymentMethod === undefined || !sendAgain.includes(paymentMethod))
    return "Do not call resolveFinalization: the client option resolve: { sendAgain } does not list the payment method.";
  const isFull = ["card", "invoice", "installments"].includes(paymentMethod);
  return `${isFull ? "Call" : "If the amount is all that was left of the authorization, call"} ${call}`;
}

const unknownFinalization = (paying: Paying) =>
  "1. The money may have moved. " +
  "2. Do not finalize again and do not mark the order as failed: store the finalization as unknown, with its identifiers and amount. " +
  `3. ${resolving(paying)} ` +
  "4. If you cannot call it, or it does not tell, look up in the back office what is finalized and what is pending of this authorization. A part that is sent again can be captured twice.";

const custom = (unknown: string): Advice => ({
  unknown: () => unknown,
  succeeded:
    "The service says that it is done, but its response is not as described: do not send it again, and see responseOf(error).",
  again: "call it again",
});

/** By operation, and for a custom operation by its effect. */
const texts: Readonly<Record<Exclude<OperationName, "resolveFinalization"> | Effect, Advice>> = {
  createOrder: {
    unknown: () =>
      "No money moves when an order is created: at worst an unused order stays behind. Create it again; " +
      "for a credit product (invoice, installments) with a new order number, since those must be unique.",
    succeeded:
      "The service says that the order is created, but gave no usable order id: look it up by its order number, or create another; " +
      "for a credit product (invoice, installments) with a new order number.",
    again: "create the order again",
  },
  finalize: {
    unknown: unknownFinalization,
    succeeded:
      "The service says that the finalization is done: book it as captured, do not send it again, and look up what the response left out.",
    again: "finalize it again",
  },
  read: custom("Nothing was changed by it: call it again."),
  write: custom("It may have been done. Look up what became of it before it is sent again."),
  money: custom(
    "The money may have moved. Store this call with its identifiers and amount, and look it up before anything else is sent.",
  ),
};

const secondFinalization =
  "This error is about the call of resolveFinalization. `state` says what became of the first finalization. While it is unknown: " +
  "if `canAskAgain` is true, call resolveFinalization again later; otherwise store it for manual review.";

/** The second call knew no more about the first one than the ids that it was given. */
const notFound =
  "The service does not know these ids, so this call says nothing about the first finalization, and calling again with them does not help. " +
  statusCatalogue.ORDER_NOT_FOUND.advice;

const stop =
  "Every other call will probably fail in the same way until the credentials, the account, the base URL, the certificate or " +
  "the rate of calls is fixed: stop sending until then.";

/** After a finalization that was rejected, perhaps because it was made before. */
const byMeaning: { readonly [Meaning in StatusMeaning]?: string } = {
  already_finalized: statusCatalogue.PAYMENT_COMPLETED.advice,
  amount_exceeded: statusCatalogue.FINALIZE_AMT_EXCEEDED.advice,
  released: statusCatalogue.PAYMENT_ANNULLED.advice,
};

type FailedCall = FailureFacts & { readonly scope: ErrorScope; readonly safeToRetry: boolean };

/** Says what to do after a failed call, and when to stop all calls. */
export function adviceFor({ operation, effect = "money", ...paying }: CallFacts, failure: FailedCall): string {
  if (failure.code === "invalid_input") return "Nothing was sent. Correct the input as the issues say and call again.";
  const kind = isOperationName(operation) ? operation : effect;
  const isSecond = kind === "resolveFinalization";
  const isNotFound = failure.meaning === "rejected" && failure.statusKey?.toUpperCase() === "ORDER_NOT_FOUND";
  const ofMeaning = kind === "finalize" && failure.meaning !== undefined ? byMeaning[failure.meaning] : undefined;
  const ofThisCall = isSecond
    ? isNotFound
      ? notFound
      : secondFinalization
    : (ofMeaning ?? byOutcome(failure, texts[kind], paying));
  return failure.scope === "call" ? ofThisCall : `${ofThisCall} ${stop}`;
}

function byOutcome(failed: FailedCall, texts: Advice, paying: Paying): string {
  const { code, outcome, statusKey, meaning, safeToRetry } = failed;
  if (outcome === "not_sent") {
    const isEnded = code === "timeout" || code === "aborted";
    const again = isEnded ? ", with a new sendBefore or signal if that ended it" : " as it is";
    const next = safeToRetry
      ? `The same call may be made again${again}.`
      : "The same call would fail again: fix what the message names, or causeOf(error), first.";
    return `Nothing reached the service and no money moved. ${next}`;
  }
  if (outcome === "succeeded") return texts.succeeded;
  if (outcome !== "rejected") return texts.unknown(paying);
  const key = bareKey(statusKey ?? "");
  const isOurs = isKnownStatusKey(key) && statusCatalogue[key].meaning === meaning && byMeaning[meaning] === undefined;
  if (isOurs) return statusCatalogue[key].advice;
  const by = code === "service_error" ? "statusKey and httpStatus" : "httpStatus";
  return `The service did not do it. Branch on ${by}, correct the cause, then ${texts.again}.`;
}
