import { createServer, type Socket } from "node:net";
import { type CreateOrderResult, type FinalizeResult, PaymentClient, toResult } from "merchant-payments";
import {
  type FuzzOptions,
  type FuzzResult,
  fuzz,
  fuzzedClient,
  MAX_RESPONSE_BYTES,
  type Played,
  startPlainServer,
} from "./harness.ts";
import { endingOf, faultsOf } from "./response-check.ts";
import { type MadeResponse, makeResponse, responsePlan } from "./responses.ts";

const NO_BODY = [204, 304];

/** The response of the current case, and how many requests got it. */
interface Given {
  response: MadeResponse | undefined;
  requests: number;
}

/** Plays mutated responses through a `fetch`. */
export function fuzzResponses(options: FuzzOptions): Promise<FuzzResult> {
  const given: Given = { response: undefined, requests: 0 };
  const fetch = async () => {
    given.requests += 1;
    if (given.response === undefined) throw new Error("no response was made");
    return responseOf(given.response);
  };
  const payments = new PaymentClient({ ...fuzzedClient, baseUrl: "https://payments.example.com/api", fetch });
  return fuzz(options, responsePlan, (plan) => play(payments, given, makeResponse(plan)));
}

/** Plays the same responses as bytes on a loopback socket, through node:http. */
export async function fuzzSockets(options: FuzzOptions): Promise<FuzzResult> {
  const given: Given = { response: undefined, requests: 0 };
  await using server = await startPlainServer(
    createServer((socket) => {
      socket.on("error", () => undefined); // the client closes the connection if the response is too large
      socket.once("data", () => {
        given.requests += 1;
        if (given.response !== undefined) write(socket, given.response);
      });
    }),
  );
  const payments = new PaymentClient({ ...fuzzedClient, baseUrl: server.baseUrl });
  return await fuzz(options, responsePlan, (plan) => play(payments, given, asSent(makeResponse(plan))));
}

async function play(payments: PaymentClient, given: Given, response: MadeResponse): Promise<Played> {
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
}

function shown({ httpStatus, call, bytes, contentType, brokeOff }: MadeResponse): string {
  const text = JSON.stringify(Buffer.from(bytes).toString("utf8"));
  return `${JSON.stringify(call)} got HTTP ${httpStatus} ${contentType} ${text}${brokeOff ? ", then the connection broke" : ""}`;
}

/** A Response with any status. The constructor throws below 200 and above 599, and a server may send these. */
function responseOf({ httpStatus, bytes, headers, chunk, brokeOff }: MadeResponse): Response {
  let offset = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (offset < bytes.byteLength) controller.enqueue(bytes.slice(offset, offset + chunk));
      else if (brokeOff) controller.error(Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" }));
      else controller.close();
      offset += chunk;
    },
  });
  const response = new Response(bytes.byteLength === 0 && !brokeOff ? null : body, { headers: [...headers] });
  return Object.defineProperty(response, "status", { value: httpStatus });
}

/** A status below 200 does not end a call, and some responses have no body. */
function asSent(response: MadeResponse): MadeResponse {
  const httpStatus = response.httpStatus < 200 ? response.httpStatus + 200 : response.httpStatus;
  if (!NO_BODY.includes(httpStatus)) return { ...response, httpStatus };
  return { ...response, httpStatus, bytes: new Uint8Array(), brokeOff: false };
}

function write(socket: Socket, { httpStatus, headers, bytes, chunk, brokeOff }: MadeResponse): void {
  const length = bytes.byteLength + (brokeOff ? 1 : 0); // the last byte never arrives
  const fields = [...headers].map(([name, value]) => `${name}: ${value}\r\n`);
  const framing = NO_BODY.includes(httpStatus) ? "" : `content-length: ${length}\r\n`;
  socket.write(`HTTP/1.1 ${httpStatus} Any\r\n${fields.join("")}${framing}connection: close\r\n\r\n`);
  const first = Math.min(chunk, 100);
  socket.write(bytes.subarray(0, first));
  socket.end(bytes.subarray(first));
}
