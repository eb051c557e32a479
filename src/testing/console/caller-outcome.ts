/** What the caller of a request knows, if it uses this library's client and gives no facts about the authorization. */
import { showNoCapture } from "../../evidence/balance-proof.js";
import { decidedByFigures, judge } from "../../evidence/envelope.js";
import { readFinalization } from "../../evidence/response-fields.js";
import type { FakePaymentService } from "../service/fake-payment-service.js";
import type { RecordedRequest } from "../service/http/recorded-request.js";
import { credentialsOf } from "../service/http/service-response.js";
import { bodyFields } from "../service/rules/json.js";
import type { FakeStatus } from "../service/rules/status-catalogue.js";
import { ControlRejection } from "./caller-check.js";

type Outcome = "succeeded" | "pending" | "rejected" | "unknown";
type Received = { readonly httpStatus: number; readonly body: string } | undefined;

export function callerOutcome({ operation, path, response, received }: RecordedRequest): Outcome {
  const { end, httpStatus, body } = received ?? { end: "responded", ...response };
  const isWhole = end === "responded" && httpStatus !== undefined && body !== undefined;
  return outcomeOf(isWhole ? { httpStatus, body } : undefined, operation, path);
}

/** @param received - Undefined if no whole response arrived. */
function outcomeOf(received: Received, operation: string | undefined, path: string): Outcome {
  if (received === undefined) return "unknown";
  const effect = operation === "createOrder" ? "write" : operation === "readTransaction" ? "read" : "money";
  const { httpStatus, body } = received;
  const json = bodyFields(body) ?? null;
  const verdict = judge(httpStatus, { json }, { effect, statusKeys: new Map() });
  if (verdict.kind === "success") return verdict.status.statusKey === "SUCCESS" ? "succeeded" : "pending";
  const [, amount] = /\/finalize\/([\d.]+)/.exec(path) ?? [];
  if (verdict.kind === "unexpected" || amount === undefined) return verdict.outcome;
  const reported = readFinalization(verdict.body);
  return decidedByFigures(verdict, showNoCapture(reported, { amount, finalizedBefore: undefined })).outcome;
}

const PATIENCE_MS = 10_000;

/**
 * Finalizes as a program does, over the adapter `fetch`: it meets the armed faults, and it is recorded. It gives up after
 * ten seconds of the service's clock.
 *
 * @throws ControlRejection with the outcome, unless it succeeded or is pending.
 */
export async function finalizeAsCaller(
  service: FakePaymentService,
  basePath: string,
  { transactionId, totalAmount, ...fields }: { readonly transactionId: string; readonly totalAmount: string },
): Promise<{ readonly outcome: Outcome }> {
  const { clock } = service;
  const caller = new AbortController();
  const stopWaiting = clock.at(clock.passed + PATIENCE_MS, () => caller.abort());
  const path = `${basePath}/transactions/${encodeURIComponent(transactionId)}/finalize/${totalAmount}`;
  const headers = { authorization: `Basic ${credentialsOf(service)}`, "user-agent": "merchant-payments-fake (page)" };
  const request = { method: "POST", headers, body: JSON.stringify(fields), signal: caller.signal };
  const call = async () => {
    const response = await service.fetch(`http://fake${path}`, request);
    return { httpStatus: response.status, body: await response.text() };
  };
  const received = await call().catch((error: Error) => error);
  stopWaiting();
  if (received instanceof Error) throw new ControlRejection(409, `The outcome is unknown. ${received.message}.`);
  const outcome = outcomeOf(received, "finalize", path);
  if (outcome === "succeeded" || outcome === "pending") return { outcome };
  const { status } = (bodyFields(received.body) ?? {}) as { readonly status?: Partial<FakeStatus> };
  const reason = status && `${status.statusKey}: ${status.errors?.[0]?.message ?? status.statusMessage}`;
  throw new ControlRejection(409, `The outcome is ${outcome}. ${reason ?? "The response has no status."}`);
}
