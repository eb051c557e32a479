import fc from "fast-check";
import { basicAuth, type CreateOrderResult, type FinalizeResult, PaymentClient, settle } from "merchant-payments";
import { type Ended, faultsOf } from "./answer-check.ts";
import { answerPlan, type MadeAnswer, makeAnswer } from "./answers.ts";
import type { OperationName } from "./oracle.ts";
import { strays, watchRejections } from "./stray-signs.ts";
import { Tally } from "./tally.ts";

export interface FuzzOptions {
  readonly cases: number;
  readonly seed: number;
}

export interface FuzzResult {
  /** The cases that ended as they must. */
  readonly tally: Tally;
  /** The seed, the smallest case that ended wrongly and what is wrong with it; undefined when none did. */
  readonly failure: string | undefined;
}

/** Small enough that some answers are too large. */
export const MAX_RESPONSE_BYTES = 1_500;

export const fuzzedClient = {
  auth: basicAuth("merchant-1", "fake-password"),
  maxResponseBytes: MAX_RESPONSE_BYTES,
  timeoutMs: 60_000,
} as const;

/** Mutated answers through the real client. */
export async function fuzzAnswers({ cases, seed }: FuzzOptions): Promise<FuzzResult> {
  const tally = new Tally();
  let answer: MadeAnswer | undefined;
  let requests = 0;
  const fetch = async () => {
    requests += 1;
    if (answer === undefined) throw new Error("no answer was made");
    return responseOf(answer);
  };
  const payments = new PaymentClient({ ...fuzzedClient, baseUrl: "https://payments.example.com/api", fetch });
  const stop = watchRejections();
  const property = fc.asyncProperty(answerPlan, async (plan) => {
    answer = makeAnswer(plan);
    requests = 0;
    const faults = await faultsAfter(payments, answer, tally);
    if (requests !== 1) faults.push(`${requests} requests instead of one`);
    if (faults.length > 0) throw new Error(`${faults.join("; ")}\n${shown(answer)}`);
  });
  const details = await fc.check(property, { numRuns: cases, seed });
  stop();
  return { tally, failure: await fc.asyncDefaultReportMessage(details) };
}

/** Calls once and says what is wrong with how it ended; what is right is counted. */
export async function faultsAfter(payments: PaymentClient, answer: MadeAnswer, tally: Tally): Promise<string[]> {
  const ended = await settle(call(payments, answer.operation));
  const faults = [...faultsOf(answer.operation, answer, MAX_RESPONSE_BYTES, ended), ...strays()];
  if (faults.length === 0) tally.count(kindOf(ended));
  return faults;
}

function kindOf(ended: Ended): string {
  if (!ended.ok) return `${ended.error.name}, ${ended.error.outcome}`;
  return ended.value.pending ? "result, pending" : "result";
}

function call(payments: PaymentClient, operation: OperationName): Promise<CreateOrderResult | FinalizeResult> {
  if (operation === "finalize") {
    return payments.finalize({ transactionId: "202603040000000001", totalAmount: "125.00" });
  }
  return payments.createOrder({ orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" });
}

/** The answer as it was sent, for a report. */
export function shown({ httpStatus, operation, bytes, brokeOff }: MadeAnswer): string {
  const text = JSON.stringify(Buffer.from(bytes).toString("utf8"));
  return `${operation} was answered HTTP ${httpStatus} ${text}${brokeOff ? ", then the connection broke" : ""}`;
}

/** A Response with any status: the constructor takes none below 200 and above 599, a server may send them. */
function responseOf({ httpStatus, bytes, headers, chunk, brokeOff }: MadeAnswer): Response {
  let offset = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (offset < bytes.byteLength) controller.enqueue(bytes.slice(offset, offset + chunk));
      else if (brokeOff) controller.error(Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" }));
      else controller.close();
      offset += chunk;
    },
  });
  const fields = new Headers({ "content-type": "application/json" });
  for (const [name, value] of headers) fields.set(name, value);
  const response = new Response(bytes.byteLength === 0 && !brokeOff ? null : body, { headers: fields });
  return Object.defineProperty(response, "status", { value: httpStatus });
}
