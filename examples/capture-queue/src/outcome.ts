/** What a call to the service means for a shipment, in the form in which it is stored. */
import {
  type AnyPaymentError,
  type FinalizeResult,
  type ReceivedResponse,
  responseOf,
  type Settled,
} from "merchant-payments";
import type { ClosedState } from "./guard.ts";

export interface Outcome {
  readonly state: ClosedState;
  /** True: the money moved, and the shipment is booked together with the outcome. */
  readonly isCaptured: boolean;
  /** Why a person should look, although nothing is open. */
  readonly look: string | null;
  readonly result: StoredResult;
}

/** The intent's `result`: what a person or a checking job goes by. */
export interface StoredResult {
  readonly outcome:
    | "captured"
    | "captured_incomplete"
    | "pending"
    | "rejected"
    | "invalid"
    | "not_sent"
    | "unknown"
    | "by_hand";
  /** Of the capture, where the service named it. */
  readonly transactionId?: string;
  readonly totalAmountFinalized?: string;
  readonly reason?: string;
  readonly advice?: string;
  readonly error?: unknown;
  /** As received, body included. */
  readonly answer?: ReceivedResponse | undefined;
}

export function outcomeOf(call: Settled<FinalizeResult>): Outcome {
  return call.ok ? accepted(call.value) : failed(call.error);
}

function accepted(value: FinalizeResult): Outcome {
  const { transactionId, totalAmountFinalized, pending } = value;
  const result = { transactionId, totalAmountFinalized: totalAmountFinalized.toFixed() };
  if (!pending) return { ...done, isCaptured: true, result: { outcome: "captured", ...result } };
  const look = "pending: the service has accepted it, and the money has not moved yet";
  return { ...done, look, result: { outcome: "pending", ...result } };
}

const done = { state: "settled", isCaptured: false, look: null } as const;

function failed(error: AnyPaymentError): Outcome {
  const told = { reason: error.message, advice: error.advice, error: storable(error) };
  const whole = { ...told, answer: storable(responseOf(error)) };
  switch (error.outcome) {
    case "not_sent":
      // What is wrong with the input stays wrong; everything else may be tried again.
      if (!error.safeToRetry) return { ...done, result: { outcome: "invalid", ...told } };
      return { ...done, state: "released", result: { outcome: "not_sent", ...told } };
    case "rejected": {
      const reason = error.code === "service_error" ? (error.statusKey ?? error.message) : error.message;
      return { ...done, result: { outcome: "rejected", ...whole, reason } };
    }
    case "succeeded": {
      // The client's advice: book it, never send it again, and look up what the answer left out.
      const look = "captured, but the answer was incomplete";
      return { ...done, isCaptured: true, look, result: { outcome: "captured_incomplete", ...whole } };
    }
    case "unknown":
      return { ...done, state: "parked", result: { outcome: "unknown", ...whole } };
  }
}

/** For whatever else went wrong after the intent: a bug of ours says nothing of the money. */
export function outcomeOfBug(error: unknown): Outcome {
  return { ...done, state: "parked", result: { outcome: "unknown", reason: String(storable(String(error))) } };
}

/** The intent came too late to be sent. */
export const heldUp: Outcome = {
  ...done,
  state: "released",
  result: { outcome: "not_sent", reason: "the worker was held up between the intent and the call" },
};

/** As JSON that jsonb takes: it refuses NUL and half a surrogate pair, and an outcome must never be refused. */
function storable<T>(value: T): T {
  if (value === undefined) return value;
  return JSON.parse(JSON.stringify(value), (_, inner) =>
    typeof inner === "string" ? inner.replaceAll("\0", "\u{2400}").toWellFormed() : inner,
  );
}
