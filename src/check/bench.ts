/** What the rows share: clients whose requests go through the gate, and what was seen so far. */
import type * as library from "../index.js";
import { causeOf, PaymentClient, PaymentError, responseOf, toResult } from "../index.js";
import type { Judged, Observation, RowRun } from "./finding.js";
import { accessHint, amountIn, type Balance, balanceIn, balanceText, differs, figureText, stop } from "./finding.js";
import { CheckStopped, type Expected, type Gate, stopBehind, stopFor } from "./gate.js";
import type { CheckServiceOptions } from "./options.js";
import type { CheckAuthorization } from "./purposes.js";
import type { Terminal } from "./terminal.js";

type Observed = Pick<library.CreateOrderResult, "status" | "pending"> &
  library.ReportedFinalization & { readonly orderId?: string };

/** What a row has captured. */
export interface Captured {
  readonly authorization: CheckAuthorization;
  readonly id: string | undefined;
  /** Undefined if no figures show it. */
  readonly balance: Balance | undefined;
  /** What was wrong with what `lookUp` read before the first capture, when nothing can lag. */
  readonly lookUpFault: Judged | undefined;
}

/** How the report calls an authorization. */
export const nameOf = ({ paymentMethod, transactionId }: CheckAuthorization) => `${paymentMethod} ${transactionId}`;

const WRONG_SERVICE = new CheckStopped(
  "no response had the service's status object",
  "Correct baseUrl. Its host got the credentials: change the password if the host is not your service's.",
);

export type Bench = ReturnType<typeof benchFor>;

export function benchFor(given: CheckServiceOptions, gate: Gate, terminal: Terminal) {
  const { options, authorizations } = given;
  const { signal } = gate;
  const currencyCode = given.currencyCode ?? authorizations?.[0]?.currencyCode ?? "SEK";
  const run: string = crypto.randomUUID().slice(0, 8);
  const seen: string[] = [];
  const responseHeaders: Readonly<Record<string, string>>[] = [];
  let orders = 0;
  let isService = false;

  const auth: library.Auth = (request) => bench.auth(request);
  // One call is one request: an attempt that was not sent is not repeated.
  const ours = { auth: gate.through(auth), maxRetries: 0, onEvent: gate.heard.bind(gate) };
  const payments = new PaymentClient({ ...options, ...ours });

  /** Says what a response showed. @throws CheckStopped if none came, or if the service rejects the check itself. */
  async function observe(call: Promise<Observed>, expected: Expected): Promise<Observation> {
    const { ok, value, error } = await toResult(call);
    const response = responseOf(ok ? value : error);
    if (response === undefined) throw gate.stopped ?? stopWithout(error as PaymentError);
    const { httpStatus, headers } = response;
    const { isSuccess, statusKey } = statusIn(response.body);
    const figures = (ok ? value : error.finalization) ?? {};
    const { totalAmountFinalized: finalized, totalAmountPendingFinalization: pending, transactionId } = figures;
    const status = isSuccess === undefined ? "no status object" : (statusKey ?? "no readable status key");
    const shown = [finalized && `finalized ${figureText(finalized)}`, pending && `pending ${figureText(pending)}`];
    const text = [`HTTP ${httpStatus}`, status, ...shown].filter(Boolean).join(", ");
    responseHeaders.push(headers);
    seen.push(text);
    const ofKey = statusKey === undefined ? undefined : payments.meaningOf(statusKey);
    const failed = { httpStatus, statusKey: isSuccess === false ? statusKey : undefined };
    const stopped = stopFor(failed, ofKey, expected, text);
    if (stopped !== undefined) throw stopped;
    isService ||= isSuccess !== undefined;
    if (!isService && responseHeaders.length > 1) throw WRONG_SERVICE;
    const id = value?.orderId ?? transactionId ?? (isSuccess ? undefined : figures.acquirerId);
    const observed = { httpStatus, isSuccess, statusKey, id, balance: balanceIn(figures), error };
    if (ok) return { ...observed, meaning: value.status.statusKey === "SUCCESS" ? "success" : "pending" };
    // Of a success that the client does not accept, the key counts.
    return { ...observed, meaning: error.code === "service_error" ? error.meaning : isSuccess ? ofKey : undefined };
  }

  /** Says what is wrong with what `lookUp` reads. @throws CheckStopped if the check must end. */
  async function faultOfLookUp(authorization: CheckAuthorization, expected: Balance): Promise<Judged | undefined> {
    const { orderId, transactionId } = authorization;
    const read = payments.lookUp?.({ orderId: orderId ?? undefined, transactionId }, { signal });
    const { value: found, error } = await toResult(read ?? Promise.resolve(undefined));
    if (error !== undefined) {
      const stopped = gate.stopped ?? stopBehind(error);
      if (stopped !== undefined) throw stopped;
      const call = causeOf(error);
      if (!(call instanceof PaymentError) || call.httpStatus === undefined)
        return differs(`it fails: ${error.message}`);
      const failed = [
        call.operation,
        `HTTP ${call.httpStatus}`,
        call.statusKey ?? issuesOf(call),
        accessHint(call.httpStatus),
      ];
      return differs(`it fails: ${failed.filter(Boolean).join(", ")}`);
    }
    if (found === undefined) return differs("it cannot tell the balance of every authorization");
    if (found.finalized.eq(expected.finalized) && found.pending.eq(expected.pending)) return undefined;
    const shown = `it shows ${balanceText(found)} of ${nameOf(authorization)}`;
    const why = `${shown}, and the responses showed ${balanceText(expected)}: it reads the wrong field, or lags, and the client believes it`;
    return { ...stop(why), noLookUp: true, isLasting: true };
  }

  /** Asks until the answer is yes or no, because a slip would use up the authorizations. Undefined if nobody answers. */
  async function isYes(question: string): Promise<boolean | undefined> {
    const typed = await terminal.ask(`\n${question}\nType yes or no: `, signal);
    if (typed === undefined) return undefined;
    return /^(?:yes|y|no|n)$/i.test(typed) ? /^y/i.test(typed) : isYes(question);
  }

  const bench = {
    ...{ given, options, currencyCode, gate, terminal, run, seen, responseHeaders, payments, faultOfLookUp, isYes },
    runs: [] as RowRun[],
    /** The authorizations that a person has not made. */
    missing: [] as string[],
    captured: [] as Captured[],
    /** That of the merchant, but for one request. */
    auth: options.auth,
    /** Why nothing may be captured. */
    obstacle: undefined as string | undefined,
    /** @param suffix - Follows the number, which no other order has. */
    simpleOrder(amount = "1", suffix = "") {
      orders += 1;
      const orderNumber = `CHECK-${run}-${orders}${suffix}`;
      return { orderNumber, totalAmount: amountIn(currencyCode, amount), currencyCode };
    },
    create: (order: library.Order, expected?: Expected) => observe(payments.createOrder(order, { signal }), expected),
    finalize: (finalization: library.Finalization, authorization: library.AuthorizationFacts, expected: Expected) =>
      observe(payments.finalize(finalization, { authorization, signal }), expected),
    call: (operation: library.DefinedOperation<object, object, object>, input: object, expected: Expected) =>
      observe(payments.call(operation, input, { signal }), expected),
  };
  return bench;
}

function stopWithout(error: PaymentError): CheckStopped {
  const next = error.code === "timeout" ? "Find out why no response comes, or raise timeoutMs." : undefined;
  return stopBehind(error) ?? new CheckStopped(error.message, next);
}

/** Reads the status object, because an error does not show the key of a success that it cannot accept. */
function statusIn(body: string): Partial<Pick<Observation, "isSuccess" | "statusKey">> {
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

/** Says what the client cannot accept of a response. */
export const issuesOf = (error: PaymentError) =>
  error.code === "unexpected_response"
    ? error.issues.map(({ path, message }) => `${path} ${message}`.trim()).join(", ")
    : error.code;
