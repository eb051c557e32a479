import { type CreateOrderResult, type FinalizeResult, PaymentClient, toResult } from "merchant-payments";
import { type FuzzOptions, type FuzzResult, fuzz, fuzzedClient, MAX_RESPONSE_BYTES } from "./harness.ts";
import { endingOf, faultsOf } from "./response-check.ts";
import { type DrawnResponse, drawnResponse } from "./responses.ts";

/** Plays changed responses through a `fetch`. */
export function fuzzResponses(options: FuzzOptions): Promise<FuzzResult> {
  const given: { response?: DrawnResponse; requests: number } = { requests: 0 };
  const fetch = async () => {
    given.requests += 1;
    if (given.response === undefined) throw new Error("no response was drawn");
    return responseOf(given.response);
  };
  const payments = new PaymentClient({ ...fuzzedClient, baseUrl: "https://payments.example.com/api", fetch });

  return fuzz(options, drawnResponse, async (response) => {
    Object.assign(given, { response, requests: 0 });
    const { operation, amount, before } = response.call;
    const ended = await toResult<CreateOrderResult | FinalizeResult>(
      operation === "finalize"
        ? payments.finalize(
            { transactionId: "202603040000000001", totalAmount: amount },
            { authorization: { finalizedBefore: before } },
          )
        : payments.createOrder({ orderNumber: "ORDER-1001", totalAmount: amount, currencyCode: "SEK" }),
    );
    const faults = faultsOf(response.call, response, MAX_RESPONSE_BYTES, ended);
    if (given.requests !== 1) faults.push(`${given.requests} requests instead of one`);
    if (faults.length > 0) faults.push(shown(response));
    const kind = endingOf(ended);
    if (!ended.ok) return { ended: `${ended.error.name}, ${kind}`, faults };
    return { ended: kind === "pending" ? "result, pending" : kind, faults };
  });
}

function shown({ httpStatus, call, bytes, contentType, brokeOff }: DrawnResponse): string {
  const text = JSON.stringify(Buffer.from(bytes).toString("utf8"));
  return `${JSON.stringify(call)} got HTTP ${httpStatus} ${contentType} ${text}${brokeOff ? ", then the connection broke" : ""}`;
}

/** A Response with any status. The constructor throws below 200 and above 599, and a server may send these. */
function responseOf({ httpStatus, contentType, bytes, chunk, brokeOff }: DrawnResponse): Response {
  let offset = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (offset < bytes.byteLength) controller.enqueue(bytes.slice(offset, offset + chunk));
      else if (brokeOff) controller.error(Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" }));
      else controller.close();
      offset += chunk;
    },
  });
  const headers = { "content-type": contentType };
  const response = new Response(bytes.byteLength === 0 && !brokeOff ? null : body, { headers });
  return Object.defineProperty(response, "status", { value: httpStatus });
}
