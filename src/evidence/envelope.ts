import type { PaymentServiceError, ResponseFault, ServiceRejection } from "../errors/kinds.js";
import {
  asProperty,
  bareKey,
  type Effect,
  isKnownStatusKey,
  leavesOpen,
  meaningOfHttp,
  outcomeOf,
  type StatusMeaning,
  statusCatalogue,
} from "../errors/status-catalogue.js";
import { isJsonNumber, isJsonObject, type JsonObject, type JsonValue } from "../wire/json.js";
import { readBoolean, readWords } from "./response-fields.js";

/** Fields of every result. */
export interface ResultBase {
  /** True if the service accepted but has not completed it (mobile payments). By its figures, no money has moved yet. */
  readonly pending: boolean;
  readonly status: {
    readonly isSuccess: true;
    readonly errorNumber: 0;
    /** Also where the client option `statusKeys` declares the service's own key as one of them. */
    readonly statusKey: "SUCCESS" | "PENDING";
    readonly statusMessage: string | undefined;
    /** Entries that the service added to a success, at most 100; absent if there are none. */
    readonly errors?: PaymentServiceError["errors"];
  };
}

/** The response as its schema returns it, and the service's status. Decimals cannot be cloned: pass them on as JSON. */
export type CallResult<Response extends object> = Omit<Response, keyof ResultBase> & ResultBase;

/** The meanings that the merchant has declared, by keys in upper case. */
type DeclaredKeys = ReadonlyMap<string, StatusMeaning>;

export const declaredKeys = (statusKeys: Readonly<Record<string, StatusMeaning>>): DeclaredKeys =>
  new Map(Object.entries(statusKeys).map(([key, meaning]) => [bareKey(key), meaning]));

/** Other text is no key, and may quote the request. */
export const STATUS_KEY = /^[A-Za-z0-9][\w.-]{0,63}$/;

/** Returns what a key says; undefined if neither this library nor the merchant knows it. */
export function meaningIn(declared: DeclaredKeys, statusKey = "") {
  const key = bareKey(statusKey);
  const meaning = declared.get(key);
  if (meaning !== undefined) return { meaning, isDeclared: true };
  if (isKnownStatusKey(key)) return { meaning: statusCatalogue[key].meaning, isDeclared: false };
  return key.startsWith("HTTP_") ? { meaning: meaningOfHttp(key.slice("HTTP_".length)), isDeclared: false } : undefined;
}

interface Success {
  readonly kind: "success";
  readonly status: ResultBase["status"];
  readonly given: JsonObject;
  readonly body: JsonObject;
}

export interface Failure {
  readonly kind: "failure";
  readonly outcome: "rejected" | "unknown";
  readonly status: Pick<ServiceRejection, "meaning" | "errorNumber" | "statusKey" | "statusMessage">;
  readonly note?: string | undefined;
  readonly noKey?: string | undefined;
  readonly given: JsonObject;
  readonly body: JsonObject;
}

/** A response that breaks the contract. `body` is there if it has a status object, which contradicts itself. */
type Unexpected = { readonly kind: "unexpected"; readonly body: JsonObject | undefined } & ResponseFault;

/** The body of a response: JSON, JSON that could not be read whole (`broken`), or something else. */
export type DecodedBody = { readonly json: JsonValue } | { readonly broken: string } | { readonly other: true };

/** Says what a response proves, by its HTTP status and its status object. */
export function judge(
  httpStatus: number,
  response: DecodedBody,
  { effect, statusKeys }: { readonly effect: Effect; readonly statusKeys: DeclaredKeys },
): Success | Failure | Unexpected {
  // A rejection proves something only if it was read whole, because the rest might say otherwise.
  if ("broken" in response) return unexpected("", `the response ${response.broken}`);
  const body = "json" in response && isJsonObject(response.json) ? response.json : undefined;
  const given = isJsonObject(body?.["status"]) ? body["status"] : undefined;
  const twin = twinIn(body, ["status"]) ?? twinIn(given, ["isSuccess", "errorNumber", "statusKey"], "status.");
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

/** Finds a field that appears in two cases with two values. The service ignores case, so it is open which one counts. */
function twinIn(object: JsonObject = {}, names: readonly string[], path = ""): string | undefined {
  for (const key of Object.keys(object)) {
    const lower = key.toLowerCase();
    const name = names.find((each) => each !== key && each.toLowerCase() === lower);
    if (name !== undefined && JSON.stringify(object[name]) !== JSON.stringify(object[key])) return path + name;
  }
  return undefined;
}

const SHORT_INTEGER = /^-?\d{1,15}$/; // a number keeps all of its digits; a longer one is not shown

function readStatus(given: JsonObject, statusKeys: DeclaredKeys) {
  const isSuccess = readBoolean(given["isSuccess"]);
  const statusMessage = readWords(given["statusMessage"]);
  const digits = textOf(given["errorNumber"]);
  const errorNumber = SHORT_INTEGER.test(digits ?? "") ? Number.parseInt(digits as string, 10) : undefined;
  const key = textOf(given["statusKey"]) ?? "";
  const isKey = STATUS_KEY.test(key) && (!isJsonNumber(given["statusKey"]) || /^[1-9]\d*$/.test(key));
  const statusKey = isKey ? key : undefined;
  return { given, isSuccess, statusMessage, digits, errorNumber, statusKey, known: meaningIn(statusKeys, statusKey) };
}

/** Returns a number or text as text; undefined if there is none, and empty text for anything else. */
function textOf(value: JsonValue | undefined): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (isJsonNumber(value)) return value.rawJSON;
  return typeof value === "string" ? value.trim() : "";
}

type ReportedStatus = ReturnType<typeof readStatus>;

/** Intermediaries give these before they pass a request on. */
const BEFORE_PASSING_ON = [401, 411, 413, 414, 415, 429, 431];

/** After money has moved, an intermediary may respond with any other status: nginx, with 404 if its 504 page is missing. */
export function withoutEnvelope(httpStatus: number, effect: Effect): "rejected" | "unknown" {
  if (effect === "money") return BEFORE_PASSING_ON.includes(httpStatus) ? "rejected" : "unknown";
  return httpStatus === 403 ? "unknown" : outcomeOf(meaningOfHttp(httpStatus), effect);
}

function judgeSuccess(httpStatus: number, body: JsonObject, status: ReportedStatus): Success | Unexpected {
  const { given, digits, errorNumber, statusMessage, known } = status;
  if (httpStatus < 200 || httpStatus > 299) {
    return contradiction(body, "status.isSuccess", `is true under HTTP ${httpStatus}`);
  }
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

function judgeFailure(httpStatus: number, body: JsonObject, status: ReportedStatus, effect: Effect): Failure {
  const { given, digits, errorNumber, statusKey, statusMessage, known } = status;
  const isOpen = leavesOpen(httpStatus);
  const isRejectionNumber = digits !== undefined && (/^0*[1-9]\d*$/.test(digits) || digits === "-2");
  // The number of a success or a breakdown contradicts our own rows. The merchant's rows count with any number.
  const isByNumber = known?.isDeclared === false && digits !== undefined && !isRejectionNumber && digits !== "-3";
  const meaning = isOpen || isByNumber ? undefined : known?.meaning;
  const isBareRejection = digits === undefined ? statusKey !== undefined || httpStatus > 299 : isRejectionNumber;
  const isRejected =
    meaning === undefined
      ? effect !== "money" && !isOpen && isBareRejection
      : outcomeOf(meaning, effect) === "rejected";
  const isUnlisted = statusKey !== undefined && known === undefined && !isOpen;
  const note = isByNumber && known.meaning !== "unknown" ? "its errorNumber contradicts its statusKey" : undefined;
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

const declaring = (statusKey: string) =>
  `this client does not know the service's key ${statusKey}: ask the service what it means and set statusKeys: { ${asProperty(statusKey)}: … } ("rejected" only if nothing was done whenever it comes)`;

const contradiction = (body: JsonObject, path: string, message: string) => ({ ...unexpected(path, message), body });

function unexpected(path: string, message: string, outcome: ResponseFault["outcome"] = "unknown"): Unexpected {
  return { kind: "unexpected", outcome, issues: [{ path, message }], body: undefined };
}
