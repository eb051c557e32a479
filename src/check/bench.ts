/** What the rows share: clients whose requests go through the gate, and what was seen so far. */
import type * as library from "../index.js";
import { causeOf, PaymentClient, type PaymentClientOptions, PaymentError, responseOf, toResult } from "../index.js";
import { amountIn, type Balance, balanceIn, balanceText, figureText } from "./figures.js";
import { differs, type Judged, type Observation, type RowRun } from "./finding.js";
import { CheckStopped, type Expected, type Gate, stopBehind, stopFor, stopped } from "./gate.js";
import type { CheckServiceOptions } from "./options.js";
import type { CheckAuthorization } from "./purposes.js";
import type { Terminal } from "./terminal.js";

type Observed = Pick<library.CreateOrderResult, "status" | "pending"> &
  library.ReportedFinalization & { readonly orderId?: string };
/** A success. If `isMade` is undefined, no figures show whether it captured again. */
export type Accepted = Pick<Observation, "id"> & { readonly amount: string; readonly isMade: boolean | undefined };
type OfAuthorization<T> = T & { readonly authorization: CheckAuthorization };

/** How the report calls an authorization. */
export const nameOf = ({ paymentMethod, transactionId }: CheckAuthorization) => `${paymentMethod} ${transactionId}`;

const WRONG_SERVICE = stopped(
  "no response had the service's status object",
  "Correct baseUrl. Its host got the credentials: change the password if the host is not your service's.",
);

export type Bench = ReturnType<typeof benchFor>;

export function benchFor(given: CheckServiceOptions, gate: Gate, terminal: Terminal) {
  const { options, authorizations } = given;
  const { signal } = gate;
  const currencyCode = given.currencyCode ?? authorizations?.[0]?.currencyCode ?? "SEK";
  const run: string = crypto.randomUUID().slice(0, 8);
  const clients: PaymentClient[] = [];
  const seen: string[] = [];
  const responseHeaders: Readonly<Record<string, string>>[] = [];
  let orders = 0;
  let isService = false;

  function clientWith(more: Partial<PaymentClientOptions>): PaymentClient {
    // One call is one request: an attempt that was not sent is not repeated.
    const ours = { auth: gate.through(more.auth ?? options.auth), maxRetries: 0, onEvent: gate.heard.bind(gate) };
    const client = new PaymentClient({ ...options, ...more, ...ours });
    clients.push(client);
    return client;
  }

  const payments = clientWith({});

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
    gate.note(text);
    const ofKey = statusKey === undefined ? undefined : payments.meaningOf(statusKey);
    const stop = stopFor({ httpStatus, statusKey: isSuccess === false ? statusKey : undefined }, ofKey, expected, text);
    if (stop !== undefined) throw stop;
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
      const stop = gate.stopped ?? stopBehind(error);
      if (stop !== undefined) throw stop;
      const call = causeOf(error);
      if (!(call instanceof PaymentError) || call.httpStatus === undefined)
        return differs(`it fails: ${error.message}`);
      return differs(`it fails: ${call.operation}, HTTP ${call.httpStatus}, ${call.statusKey ?? issuesOf(call)}`);
    }
    if (found === undefined) return differs("it cannot tell the balance of every authorization");
    if (found.finalized.eq(expected.finalized) && found.pending.eq(expected.pending)) return undefined;
    const shown = `it shows ${balanceText(found)} of ${nameOf(authorization)}`;
    const why = `${shown}, and the responses showed ${balanceText(expected)}: it reads the wrong field, or lags`;
    return { kind: "unsafe", why, notSentAgain: "all", noLookUp: true, isLasting: true };
  }

  return {
    ...{ given, options, currencyCode, gate, terminal, run, seen, responseHeaders, payments, clientWith },
    runs: [] as RowRun[],
    captured: [] as OfAuthorization<{ readonly accepted: readonly Accepted[] }>[],
    looks: [] as OfAuthorization<{ readonly expected: Balance; readonly fault: Judged | undefined }>[],
    /** Why nothing may be captured. */
    obstacle: undefined as string | undefined,
    /** @param suffix - Follows the number, which no other order has. */
    simpleOrder(amount = "1", suffix = "") {
      orders += 1;
      const orderNumber = `CHECK-${run}-${orders}${suffix}`;
      return { orderNumber, totalAmount: amountIn(currencyCode, amount), currencyCode };
    },
    create: (order: library.Order, expected?: Expected, client = payments) =>
      observe(client.createOrder(order, { signal }), expected),
    finalize: (finalization: library.Finalization, authorization: library.AuthorizationFacts, expected: Expected) =>
      observe(payments.finalize(finalization, { authorization, signal }), expected),
    call: (operation: library.DefinedOperation<object, object, object>, input: object, expected: Expected) =>
      observe(payments.call(operation, input, { signal }), expected),
    faultOfLookUp,
    close: () => Promise.all(clients.map((client) => client.close())),
  };
}

function stopWithout(error: PaymentError): CheckStopped {
  const why = new CheckStopped(error.message);
  if (error.code === "timeout") why.next = "Find out why no response comes, or raise timeoutMs.";
  return stopBehind(error) ?? why;
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
