import { type CallFacts, type FailureFacts, isOperationName, type OperationName } from "./facts.js";
import {
  bareKey,
  type Effect,
  isKnownStatusKey,
  mayBeDoneBefore,
  type StatusMeaning,
  statusCatalogue,
} from "./status-catalogue.js";

interface Advice {
  /** The contract has no operation that reads an order back. */
  readonly unknown: (paying: Paying) => string;
  readonly succeeded: string;
  /** Ends the sentence `… correct the cause, then <again>.` */
  readonly again: string;
}

type Paying = Pick<CallFacts, "paymentMethod" | "resolvable" | "sendAgain" | "canLookUp"> & {
  readonly scope?: "call" | "merchant";
};

/** The steps after a finalization whose outcome is unknown. @param opening - What may have become of it. */
function unknownFinalization(paying: Paying, opening = "The money may have moved."): string {
  return (
    `1. ${opening} ` +
    "2. Do not finalize again and do not mark the order as failed: store the finalization as unknown, with its identifiers and amount. " +
    `3. ${findingOut(paying)} A partial capture that is sent again can move the money twice.`
  );
}

const LOOK_UP = "ook up in the back office what is finalized and what is pending of this authorization";

function findingOut({ paymentMethod, resolvable, sendAgain = ["card"], canLookUp, scope }: Paying) {
  const isTaken = resolvable?.() ?? "with_facts";
  if (isTaken === "never") {
    const wait = "Wait 30 minutes, because the request may still arrive. Then l";
    return `${wait}${LOOK_UP}: resolveFinalization does not take this finalization (client option resolve).`;
  }
  const pause = canLookUp ? "5 minutes later" : "a minute later";
  const when = scope === "merchant" ? `${pause}, and after the cause named below is fixed` : pause;
  const balance = canLookUp ? "The balance, in a response or read by lookUp," : "The balance in the response";
  const tells = `${balance} shows whether the amount was captured.`;
  const untold = `the returned state stays unknown or is conflict, l${LOOK_UP}.`;
  if (isTaken === "now") {
    return `Call resolveFinalization ${when}, with the same finalization and authorization. ${tells} 4. If ${untold}`;
  }
  const isDecided = paymentMethod !== undefined || canLookUp;
  const call = `all resolveFinalization ${when}, with the same finalization.`;
  const next = isDecided ? `C${call}` : `If ${sendAgain.join(" or ")} pays, c${call}`;
  const facts = "Give it all facts that it requires in options.authorization, as they were before the first call.";
  const unless = isDecided ? "If it throws" : "If another method pays, if it throws";
  return `${next} ${facts} ${tells} 4. ${unless}, or ${untold}`;
}

const custom = (unknown: string): Advice => ({
  unknown: () => unknown,
  succeeded:
    "The service says that it is done, but its response is not as described: do not send it again, and see responseOf(error).",
  again: "call it again",
});

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

const invalidSecond =
  "This call sent nothing. The first finalization is still unknown: do not finalize again. " +
  "Give missing facts only as they were before the first call. Otherwise store it for manual review.";

/** The second call knew no more about the first one than the ids that it was given. */
const notFound =
  "The service does not know these ids, so this call says nothing about the first finalization, and calling again with them does not help. " +
  statusCatalogue.ORDER_NOT_FOUND.advice;

/** After a finalization that was rejected, perhaps because it was made before. */
const perhapsDone: { readonly [Meaning in StatusMeaning]?: (paying: Paying) => string } = {
  already_finalized: (paying) => unknownFinalization(paying, MAY_BE_CAPTURED),
  amount_exceeded: (paying) =>
    `${unknownFinalization(paying, MAY_BE_CAPTURED)} If the balance shows that it was not captured, finalize at most what is left.`,
  released: (paying) =>
    `${unknownFinalization(paying, "The authorization was released, perhaps after a capture. The balance decides, not the status key.")} If the balance shows that nothing was captured, the customer must pay again.`,
};

const MAY_BE_CAPTURED = "The amount may be captured already. The balance decides, not the status key.";

/** After a rejection whose figures prove that this call captured nothing. They may not say what is left. */
function notCaptured({ finalization }: FailedCall, { paymentMethod }: Paying): string {
  const left = finalization?.amountRemainingForFinalize;
  if (left?.isZero()) {
    return "This call moved no money, and nothing is left of the authorization: do not finalize it again.";
  }
  const isInFull = paymentMethod === "invoice" || paymentMethod === "installments";
  const amount = left?.toFixed();
  const limit = isInFull ? `exactly ${amount}, and give ${amount} as authorizedAmount` : `at most ${amount}`;
  const next =
    amount === undefined
      ? "Look up in the back office what is left of the authorization, and finalize at most that."
      : `${amount} is left of the authorization: finalize ${limit}.`;
  return `This call moved no money. If an earlier call for the same goods is unknown, resolve it first. ${next}`;
}

type FailedCall = FailureFacts & { readonly scope: "call" | "merchant"; readonly safeToRetry: boolean };

export function adviceFor({ operation, effect = "money", ...paying }: CallFacts, failure: FailedCall): string {
  const kind = isOperationName(operation) ? operation : effect;
  const isSecond = kind === "resolveFinalization";
  if (failure.code === "invalid_input") return isSecond ? invalidSecond : "Nothing was sent. Do what the issues say.";
  const isNotFound = failure.meaning === "rejected" && failure.statusKey?.toUpperCase() === "ORDER_NOT_FOUND";
  const ofThisCall = isSecond ? (isNotFound ? notFound : secondFinalization) : byOutcome(failure, kind, paying);
  return failure.scope === "call"
    ? ofThisCall
    : `${ofThisCall} Every other call will probably fail in the same way ${untilFixed(failure)}`;
}

/** Ends the sentence "Every other call will probably fail in the same way …". */
function untilFixed({ code, fault, httpStatus, statusKey = "", retryAfterMs }: FailedCall): string {
  const status = bareKey(statusKey).match(/^HTTP_(\d{3})$/)?.[1] ?? `${httpStatus}`;
  if (status === "429") {
    const wait = retryAfterMs === undefined ? "a minute" : `${retryAfterMs} ms (retryAfterMs)`;
    return `until the rate of calls falls: wait ${wait} before the next call, and make fewer calls at once.`;
  }
  return `until ${cause()} fixed: stop sending until then.`;

  function cause(): string {
    if (status === "401") return "the credentials that auth gives are";
    if (status === "403") return "the rights of the credentials that auth gives, or the firewall that responded, are";
    if (fault === "headers") return "the headers of the client, or those that auth gives, are";
    if (code === "connection") return "the certificate, or tls.ca, is";
    return code === "service_error" && status !== "404" && status !== "405"
      ? "the cause that the status key names is"
      : "the base URL, or the proxy that responded, is";
  }
}

function byOutcome(failed: FailedCall, kind: keyof typeof texts, paying: Paying): string {
  const { code, outcome, statusKey, meaning, scope, safeToRetry } = failed;
  const { unknown, succeeded, again } = texts[kind];
  if (outcome === "not_sent") {
    const isEnded = code === "timeout" || code === "aborted";
    const sameAgain = scope === "merchant" ? " once the cause is fixed" : " as it is";
    const again = isEnded ? ", with a new sendBefore or signal if that ended it" : sameAgain;
    const next = safeToRetry
      ? `The same call may be made again${again}.`
      : "The same call would fail again: fix what the message names, or causeOf(error), first.";
    return `Nothing reached the service and no money moved. ${next}`;
  }
  if (outcome === "succeeded") return succeeded;
  const ofMeaning = kind === "finalize" && meaning !== undefined ? perhapsDone[meaning] : undefined;
  if (outcome !== "rejected") return (ofMeaning ?? unknown)({ ...paying, scope });
  if (ofMeaning !== undefined) return notCaptured(failed, paying);
  const key = bareKey(statusKey ?? "");
  const isOurs = isKnownStatusKey(key) && statusCatalogue[key].meaning === meaning && !mayBeDoneBefore(meaning);
  const undone = kind === "finalize" ? "This call moved no money." : "The service did not do it.";
  if (isOurs) return `${undone} ${statusCatalogue[key].advice}`;
  const look = scope === "merchant" ? "Correct" : "Look at statusKey and httpStatus, correct";
  return `${undone} ${look} the cause, then ${again}.`;
}

const byHttpStatus: Readonly<Record<string, string>> = {
  401: "check the merchant id and the password, or the token, that auth gives; if the token expires, give bearerAuth a function",
  403: "check that the credentials that auth gives are of this merchant account, and allow this operation",
  404: "check the host and the path of baseUrl",
  429: "the service limits the rate of calls: wait before the next one",
};

export function hintOfRejection(httpStatus: number, statusKey?: string): string | undefined {
  return byHttpStatus[statusKey?.match(/^HTTP_(\d{3})$/i)?.[1] ?? httpStatus];
}

const NOT_FOUND =
  "transactionId must be the authorization's, not the transactionId in the result of a finalization; check orderId too";
const IN_FULL =
  "invoices and installments are finalized in full only: give options.authorization with paymentMethod and authorizedAmount, and the client checks it before it sends anything";

interface Rejected {
  readonly statusKey?: string | undefined;
  readonly errors: readonly { readonly path: string | undefined; readonly errorCode: string | undefined }[];
}

/** Says what to check first after the service has rejected these ids or fields; undefined if its key says enough. */
export function hintOfFinalization(
  { operation, paymentMethod }: CallFacts,
  { statusKey = "", errors }: Rejected,
): string | undefined {
  if (operation !== "finalize" && operation !== "resolveFinalization") return undefined;
  const key = bareKey(statusKey);
  if (key === "ORDER_NOT_FOUND") return NOT_FOUND;
  const mayBeCredit = ["invoice", "installments", undefined].includes(paymentMethod);
  const isTotal = errors.some(({ path, errorCode }) => path === "totalAmount" && errorCode === "Predicate");
  return key === "VALIDATION_ERROR" && mayBeCredit && isTotal ? IN_FULL : undefined;
}

const PRIVATE_CA =
  "give the certificate of a private CA as tls.ca, or in NODE_EXTRA_CA_CERTS if an https proxy uses that CA";

const CLOCK = "check this host's clock; if it is right, tell whoever runs the service, or the proxy";
const PORT = "check the port of baseUrl: it may speak no TLS";

const byCode: Readonly<Record<string, string>> = {
  ENOTFOUND: "check the host of baseUrl, or of the proxy",
  ECONNREFUSED: "nothing listens there; check baseUrl, or the proxy",
  CERT_HAS_EXPIRED: CLOCK,
  CERT_NOT_YET_VALID: CLOCK,
  ERR_TLS_CERT_ALTNAME_INVALID: "the certificate is for another host: check the host of baseUrl, or of the proxy",
  ERR_SSL_NO_CIPHER_MATCH: "check --tls-cipher-list and tls.DEFAULT_CIPHERS",
  ERR_TLS_INVALID_PROTOCOL_VERSION: "check tls.DEFAULT_MIN_VERSION and tls.DEFAULT_MAX_VERSION",
  ERR_CRYPTO_OPERATION_FAILED: "check tls.DEFAULT_ECDH_CURVE",
  EPROTO: PORT,
  ERR_SSL_WRONG_VERSION_NUMBER: PORT,
};

export function hintOfCode(code = ""): string | undefined {
  return /^(?:SELF_SIGNED_CERT|DEPTH_ZERO_SELF_SIGNED|UNABLE_TO_)/.test(code) ? PRIVATE_CA : byCode[code];
}
