import type { Effect } from "../errors/call-facts.js";
import type { ResponseFault } from "../errors/payment-response-error.js";
import type { ServiceRejection } from "../errors/payment-service-error.js";
import { asProperty, leavesOpen, meaningOfHttp, outcomeOf } from "../errors/status-catalogue.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../wire/json.js";
import type { ServiceStatus } from "./result.js";
import { type ReportedStatus, readStatus, twinIn } from "./status.js";
import type { DeclaredKeys, KeyMeaning } from "./status-keys.js";

/** A success, with its status object as received. */
interface Success {
  readonly kind: "success";
  readonly status: ServiceStatus;
  readonly given: JsonObject;
  readonly body: JsonObject;
}

/** A failure that the service reports. */
export interface Failure {
  readonly kind: "failure";
  readonly outcome: "rejected" | "unknown";
  readonly status: Pick<ServiceRejection, "meaning" | "errorNumber" | "statusKey" | "statusMessage">;
  /** What the message says about the verdict. */
  readonly note?: string | undefined;
  /** What the message shows in place of a missing status key. */
  readonly noKey?: string | undefined;
  readonly given: JsonObject;
  readonly body: JsonObject;
}

/** A response that breaks the contract. `body` is there if it has a status object, which contradicts itself. */
type Unexpected = { readonly kind: "unexpected"; readonly body: JsonObject | undefined } & ResponseFault;

/** What a response proves, by its HTTP status and its status object. */
export type StatusVerdict = Success | Failure | Unexpected;

/** The body of a response: JSON, JSON that could not be read whole (`broken`), or something else. */
export type DecodedBody = { readonly json: JsonValue } | { readonly broken: string } | { readonly other: true };

/** What decides how a response is judged, besides the response. */
export interface Judging {
  readonly effect: Effect;
  readonly statusKeys: DeclaredKeys;
}

export function judge(httpStatus: number, response: DecodedBody, { effect, statusKeys }: Judging): StatusVerdict {
  // A rejection proves something only if it was read whole, because the rest might say otherwise.
  if ("broken" in response) return unexpected("", `the response ${response.broken}`);
  const body = "json" in response && isJsonObject(response.json) ? response.json : undefined;
  const given = isJsonObject(body?.["status"]) ? body["status"] : undefined;
  const twin = twinIn(body, given);
  if (twin !== undefined) return unexpected(twin, "appears again in another letter case, with another value");
  if (body === undefined || given === undefined) {
    const message = "other" in response ? "the response is not JSON" : "the response carries no status object";
    const mayBeIntermediary = meaningOfHttp(httpStatus) !== "unknown";
    return { ...unexpected("", message, withoutEnvelope(httpStatus, effect)), mayBeIntermediary };
  }
  const status = readStatus(given, statusKeys);
  if (status.isSuccess === undefined) return contradiction(body, "status.isSuccess", "is neither true nor false");
  if (status.isSuccess) return judgeSuccess(httpStatus, body, status);
  if (status.known?.meaning === "success" || status.known?.meaning === "pending") {
    return contradiction(body, "status.statusKey", "is no key of a failure, though isSuccess is false");
  }
  return judgeFailure(httpStatus, body, status, effect);
}

/** Intermediaries give these before they pass a request on. */
const BEFORE_PASSING_ON = [401, 411, 413, 414, 415, 429, 431];

/**
 * Returns what a response without a status object proves. After the service has moved money, an intermediary may respond
 * in its place with any other status: nginx shows its page for a 504, and a 404 where that page is missing.
 */
export function withoutEnvelope(httpStatus: number, effect: Effect): "rejected" | "unknown" {
  if (effect === "money") return BEFORE_PASSING_ON.includes(httpStatus) ? "rejected" : "unknown";
  return httpStatus === 403 ? "unknown" : outcomeOf(meaningOfHttp(httpStatus), effect);
}

function judgeSuccess(httpStatus: number, body: JsonObject, status: ReportedStatus): StatusVerdict {
  const { given, digits, errorNumber, statusMessage, known } = status;
  const is2xx = httpStatus >= 200 && httpStatus <= 299;
  if (!is2xx) return contradiction(body, "status.isSuccess", `is true under HTTP ${httpStatus}`);
  if (digits !== undefined && errorNumber !== 0) {
    return contradiction(body, "status.errorNumber", "is not 0 though isSuccess is true");
  }
  if (known?.meaning !== "success" && known?.meaning !== "pending") {
    const fix =
      "ask the service what its key means and, if it is another name for one of them, set the client option statusKeys";
    return contradiction(body, "status.statusKey", `is neither SUCCESS nor PENDING though isSuccess is true: ${fix}`);
  }
  const statusKey = known.meaning === "success" ? "SUCCESS" : "PENDING";
  return { kind: "success", status: { isSuccess: true, errorNumber: 0, statusKey, statusMessage }, given, body };
}

function judgeFailure(httpStatus: number, body: JsonObject, status: ReportedStatus, effect: Effect): StatusVerdict {
  const { given, digits, errorNumber, statusKey, statusMessage, known } = status;
  const isByNumber = isContradicted(digits, known);
  const meaning = leavesOpen(httpStatus) || isByNumber ? undefined : known?.meaning;
  const isRejected =
    meaning === undefined
      ? effect !== "money" && provesRejection(httpStatus, digits, statusKey)
      : outcomeOf(meaning, effect) === "rejected";
  const isUnlisted = statusKey !== undefined && known === undefined && !leavesOpen(httpStatus);
  const note = isByNumber && known?.meaning !== "unknown" ? "its errorNumber contradicts its statusKey" : undefined;
  const isUnreadable = statusKey === undefined && ![undefined, null, ""].includes(given["statusKey"] as null);
  return {
    kind: "failure",
    outcome: isRejected ? "rejected" : "unknown",
    status: { meaning, errorNumber, statusKey, statusMessage },
    note: isUnlisted ? declaring(statusKey) : note,
    noKey: isUnreadable ? "unreadable key" : undefined,
    given,
    body,
  };
}

/** Gives a rejection its outcome by figures that prove that this call moved no money. Its key alone leaves that open. */
export function decidedByFigures(failure: Failure, hasProof: boolean): Failure {
  const { meaning } = failure.status;
  const isDecided = hasProof && (meaning === "already_finalized" || meaning === "amount_exceeded");
  return isDecided ? { ...failure, outcome: "rejected" } : failure;
}

/** Takes its meaning from a rejection that carries the id of a finalization: the contract says that none does. */
export function contradicted(failure: Failure): Failure {
  const { meaning } = failure.status;
  if (meaning !== "rejected" && meaning !== "merchant") return failure;
  const note = "it carries the id of a finalization, so it may have been made";
  return { ...failure, outcome: "unknown", status: { ...failure.status, meaning: undefined }, note };
}

const POSITIVE = /^0*[1-9]\d*$/;

/** A number that means a success or a breakdown contradicts our own rows. The merchant's rows count with any number. */
function isContradicted(number: string | undefined, known: KeyMeaning | undefined): boolean {
  if (number === undefined || known === undefined || known.isDeclared) return false;
  return !POSITIVE.test(number) && number !== "-2" && number !== "-3";
}

/** Whether a failure without a meaning is a rejection. It is never proof that no money moved. */
function provesRejection(httpStatus: number, number: string | undefined, statusKey: string | undefined): boolean {
  if (leavesOpen(httpStatus)) return false;
  if (number === undefined) return statusKey !== undefined || httpStatus > 299;
  return POSITIVE.test(number) || number === "-2";
}

const declaring = (statusKey: string) =>
  `this client does not know the service's key ${statusKey}: ask the service what it means and set statusKeys: { ${asProperty(statusKey)}: … } ("rejected" only if nothing was done whenever it comes)`;

const contradiction = (body: JsonObject, path: string, message: string) => ({ ...unexpected(path, message), body });

function unexpected(path: string, message: string, outcome: ResponseFault["outcome"] = "unknown"): Unexpected {
  return { kind: "unexpected", outcome, issues: [{ path, message }], body: undefined };
}
