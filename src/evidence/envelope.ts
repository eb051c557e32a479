import type { Effect } from "../errors/call-facts.js";
import type { ResponseFault } from "../errors/payment-response-error.js";
import type { ServiceRejection } from "../errors/payment-service-error.js";
import { asProperty, leavesOpen, meaningOfHttp, outcomeOf, type StatusMeaning } from "../errors/status-catalogue.js";
import { isJsonNumber, isJsonObject, type JsonObject, type JsonValue } from "../wire/json.js";
import { readBoolean, readText, readWords } from "./response-fields.js";
import type { ServiceStatus } from "./result.js";
import { type DeclaredKeys, type KeyMeaning, meaningIn, readKey } from "./status-keys.js";
import { twinIn } from "./twin-key.js";

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
type Unexpected = { readonly kind: "unexpected"; readonly body?: JsonObject } & ResponseFault;

/** What a response proves, by its HTTP status and its status object. */
export type StatusVerdict = Success | Failure | Unexpected;

/** The body of a response: JSON, JSON that could not be read whole (`broken`), or something else. */
export type DecodedBody = { readonly json: JsonValue } | { readonly broken: string } | { readonly other: true };

/** What decides how a response is judged, besides the response. */
export interface Judging {
  readonly effect: Effect;
  readonly statusKeys: DeclaredKeys;
}

export function judge(httpStatus: number, response: DecodedBody, by: Judging): StatusVerdict {
  // A rejection proves something only if it was read whole, because the rest might say otherwise.
  if ("broken" in response) return unexpected("", `the response ${response.broken}`);
  const body = "json" in response && isJsonObject(response.json) ? response.json : undefined;
  const status = body?.["status"];
  if (body === undefined || !isJsonObject(status)) {
    const message = "other" in response ? "the response is not JSON" : "the response carries no status object";
    return twinAt(twinIn(body)) ?? unexpected("", message, withoutEnvelope(httpStatus));
  }
  const twin = twinAt(twinIn(body, status));
  if (twin !== undefined) return twin;
  const isSuccess = readBoolean(status["isSuccess"]);
  if (isSuccess === undefined) return contradiction(body, "status.isSuccess", "is neither true nor false");
  const statusKey = readKey(status["statusKey"]);
  const known = meaningIn(by.statusKeys, statusKey);
  const isOfSuccess = known?.meaning === "success" || known?.meaning === "pending";
  if (isSuccess) return judgeSuccess(httpStatus, { body, status, meaning: known?.meaning });
  if (isOfSuccess) {
    return contradiction(body, "status.statusKey", "is no key of a failure, though isSuccess is false");
  }
  return judgeFailure(httpStatus, { body, status, statusKey, known }, by);
}

/**
 * Returns what a response without a status object proves. A firewall that responds with 403 may block the response as
 * well as the request.
 */
export function withoutEnvelope(httpStatus: number): "rejected" | "unknown" {
  return httpStatus === 403 ? "unknown" : outcomeOf(meaningOfHttp(httpStatus), "money");
}

interface Received {
  readonly body: JsonObject;
  readonly status: JsonObject;
}

function judgeSuccess(
  httpStatus: number,
  { body, status, meaning }: Received & { readonly meaning: StatusMeaning | undefined },
): StatusVerdict {
  const is2xx = httpStatus >= 200 && httpStatus <= 299;
  if (!is2xx) return contradiction(body, "status.isSuccess", `is true under HTTP ${httpStatus}`);
  const { errorNumber = null } = status;
  if (errorNumber !== null && integerIn(digitsOf(errorNumber)) !== 0) {
    return contradiction(body, "status.errorNumber", "is not 0 though isSuccess is true");
  }
  if (meaning !== "success" && meaning !== "pending") {
    const fix =
      "ask the service what its key means and, if it is another name for one of them, set the client option statusKeys";
    return contradiction(body, "status.statusKey", `is neither SUCCESS nor PENDING though isSuccess is true: ${fix}`);
  }
  const statusKey = meaning === "success" ? "SUCCESS" : "PENDING";
  const statusMessage = readWords(status["statusMessage"]);
  return {
    kind: "success",
    status: { isSuccess: true, errorNumber: 0, statusKey, statusMessage },
    given: status,
    body,
  };
}

function judgeFailure(
  httpStatus: number,
  received: Received & { readonly statusKey: string | undefined; readonly known: KeyMeaning | undefined },
  { effect }: Judging,
): StatusVerdict {
  const { body, status, statusKey, known } = received;
  const number = digitsOf(status["errorNumber"]);
  const isByNumber = isContradicted(number, known);
  const meaning = leavesOpen(httpStatus) || isByNumber ? undefined : known?.meaning;
  const isRejected =
    meaning === undefined
      ? known === undefined && effect !== "money" && provesRejection(httpStatus, number, statusKey)
      : outcomeOf(meaning, effect) === "rejected";
  const isUnlisted = statusKey !== undefined && known === undefined && !leavesOpen(httpStatus);
  const note = isByNumber && known?.meaning !== "unknown" ? "its errorNumber contradicts its statusKey" : undefined;
  const isUnreadable = statusKey === undefined && ![undefined, null, ""].includes(status["statusKey"] as null);
  return {
    kind: "failure",
    outcome: isRejected ? "rejected" : "unknown",
    status: { meaning, errorNumber: integerIn(number), statusKey, statusMessage: readWords(status["statusMessage"]) },
    note: isUnlisted ? declaring(statusKey) : note,
    noKey: isUnreadable ? "unreadable key" : undefined,
    given: status,
    body,
  };
}

/** Takes its meaning from a rejection that carries the id of a finalization: the contract says that none does. */
export function contradicted(failure: Failure): Failure {
  const { meaning } = failure.status;
  if (meaning !== "rejected" && meaning !== "merchant") return failure;
  const note = "it carries the id of a finalization, so it may have been made";
  return { ...failure, outcome: "unknown", status: { ...failure.status, meaning: undefined }, note };
}

/** A number that means a success or a breakdown contradicts our own rows. The merchant's rows count with any number. */
function isContradicted(number: string | undefined, known: KeyMeaning | undefined): boolean {
  if (number === undefined || known === undefined || known.isDeclared) return false;
  return !POSITIVE.test(number) && number !== "-2" && number !== "-3";
}

/** Whether a failure without a known key is a rejection. It is never proof that no money moved. */
function provesRejection(httpStatus: number, number: string | undefined, statusKey: string | undefined): boolean {
  if (leavesOpen(httpStatus)) return false;
  if (number === undefined) return statusKey !== undefined || httpStatus > 299;
  return POSITIVE.test(number) || number === "-2";
}

const declaring = (statusKey: string) =>
  `this client does not know the service's key ${statusKey}: ask the service what it means and set statusKeys: { ${asProperty(statusKey)}: … } ("rejected" only if nothing was done whenever it comes)`;

const twinAt = (path: string | undefined): StatusVerdict | undefined =>
  path === undefined ? undefined : unexpected(path, "appears again in another letter case, with another value");

const contradiction = (body: JsonObject, path: string, message: string) => ({ ...unexpected(path, message), body });

function unexpected(path: string, message: string, outcome: ResponseFault["outcome"] = "unknown"): Unexpected {
  return { kind: "unexpected", outcome, issues: [{ path, message }] };
}

const POSITIVE = /^0*[1-9]\d*$/;
const SHORT_INTEGER = /^-?\d{1,15}$/; // a number keeps all of its digits

/** The digits of an error number; undefined if there is none, and no digits if it is neither a number nor text. */
function digitsOf(value: JsonValue | undefined): string | undefined {
  if (value === undefined || value === null) return undefined;
  return isJsonNumber(value) ? value.rawJSON : (readText(value)?.trim() ?? "");
}

/** Reads an integer of at most 15 digits. A longer one is not shown. */
const integerIn = (digits = "") => (SHORT_INTEGER.test(digits) ? Number.parseInt(digits, 10) : undefined);
