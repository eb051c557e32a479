/** What the response to a request of the check shows. */
import type {
  CreateOrderResult,
  PaymentClient,
  PaymentClientOptions,
  PaymentError,
  ReceivedResponse,
  ReportedFinalization,
  Result,
  StatusMeaning,
} from "../index.js";
import { figureText } from "./amounts.js";

export interface Observation {
  readonly httpStatus: number;
  /** Undefined without the service's status object. */
  readonly isSuccess: boolean | undefined;
  readonly statusKey: string | undefined;
  /** What the status means to the client; undefined if it knows no meaning, or none counts. */
  readonly meaning: StatusMeaning | undefined;
  /** What the key alone means to the client. */
  readonly meaningOfKey: StatusMeaning | undefined;
  /** Whether the merchant's options declare the key. */
  readonly isDeclared: boolean;
  readonly figures: ReportedFinalization;
  /** Of an order that was created. */
  readonly orderId: string | undefined;
  readonly error: PaymentError | undefined;
  /** In short, for the report. It never quotes the service's words. */
  readonly text: string;
}

/** A result of any operation. */
export type ObservedResult = Pick<CreateOrderResult, "status" | "pending"> &
  ReportedFinalization & { readonly orderId?: string };

export function observationOf(
  result: Result<ObservedResult>,
  { httpStatus, body }: ReceivedResponse,
  options: Pick<PaymentClientOptions, "statusKeys">,
  payments: Pick<PaymentClient, "meaningOf">,
): Observation {
  const { isSuccess, statusKey } = statusIn(body);
  const figures = result.ok ? result.value : (result.error.finalization ?? {});
  const key = statusKey?.toUpperCase();
  const isDeclared = Object.keys(options.statusKeys ?? {}).some((each) => each.trim().toUpperCase() === key);
  const status = isSuccess === undefined ? "no status object" : (statusKey ?? "no readable status key");
  const text = [`HTTP ${httpStatus}`, status, ...figuresText(figures)].join(", ");
  const meaningOfKey = statusKey === undefined ? undefined : payments.meaningOf(statusKey);
  const meaning = meaningOf(result, isSuccess ? meaningOfKey : undefined);
  const { value, error } = result;
  const orderId = value?.orderId;
  return { httpStatus, isSuccess, statusKey, meaning, meaningOfKey, isDeclared, figures, orderId, error, text };
}

/** @param ofSuccess - What the key of a success means that the client does not accept. */
function meaningOf({ ok, value, error }: Result<ObservedResult>, ofSuccess: StatusMeaning | undefined) {
  if (ok) return value.status.statusKey === "SUCCESS" ? "success" : "pending";
  return error.code === "service_error" ? error.meaning : ofSuccess;
}

/** Says what the client cannot accept of a response. */
export const issuesOf = (error: PaymentError) =>
  error.code === "unexpected_response"
    ? error.issues.map(({ path, message }) => `${path} ${message}`.trim()).join(", ")
    : error.code;

/** Reads the status object, because an error does not show the key of a success that it cannot accept. */
function statusIn(body: string): { readonly isSuccess?: boolean | undefined; readonly statusKey?: string | undefined } {
  try {
    const { isSuccess, statusKey } = JSON.parse(body).status;
    const key = String(statusKey ?? "").trim();
    const said = String(isSuccess);
    const read = said === "true" || (said === "false" ? false : undefined);
    return { isSuccess: read, statusKey: /^[A-Za-z0-9][\w.-]{0,63}$/.test(key) ? key : undefined };
  } catch {
    return {};
  }
}

function figuresText({ totalAmountFinalized, totalAmountPendingFinalization }: ReportedFinalization) {
  const named = Object.entries({ finalized: totalAmountFinalized, pending: totalAmountPendingFinalization });
  return named.flatMap(([name, figure]) => (figure === undefined ? [] : `${name} ${figureText(figure)}`));
}
