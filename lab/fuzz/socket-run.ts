import { createServer, type Socket } from "node:net";
import fc from "fast-check";
import { PaymentClient } from "merchant-payments";
import { type FuzzOptions, type FuzzResult, faultsAfter, fuzzedClient, shown } from "./answer-run.ts";
import { answerPlan, type MadeAnswer, makeAnswer } from "./answers.ts";
import { startPlainServer } from "./plain-server.ts";
import { watchRejections } from "./stray-signs.ts";
import { Tally } from "./tally.ts";

const NO_BODY = [204, 304];

/** The same answers as bytes on a loopback socket, so that they come in through node:http, the default way on Node. */
export async function fuzzSockets({ cases, seed }: FuzzOptions): Promise<FuzzResult> {
  const tally = new Tally();
  let answer: MadeAnswer | undefined;
  let requests = 0;
  await using server = await startPlainServer(
    createServer((socket) => {
      socket.on("error", () => undefined); // the client hangs up on what is too large
      socket.once("data", () => {
        requests += 1;
        if (answer !== undefined) write(socket, answer);
      });
    }),
  );
  const payments = new PaymentClient({ ...fuzzedClient, baseUrl: `http://127.0.0.1:${server.port}/api` });
  const stop = watchRejections();
  const property = fc.asyncProperty(answerPlan, async (plan) => {
    answer = asSent(makeAnswer(plan));
    requests = 0;
    const faults = await faultsAfter(payments, answer, tally);
    if (requests !== 1) faults.push(`${requests} requests instead of one`);
    if (faults.length > 0) throw new Error(`${faults.join("; ")}\n${shown(answer)}`);
  });
  const details = await fc.check(property, { numRuns: cases, seed });
  stop();
  return { tally, failure: await fc.asyncDefaultReportMessage(details) };
}

/** An answer below 200 is no answer yet, and some have no body. */
function asSent(answer: MadeAnswer): MadeAnswer {
  const httpStatus = answer.httpStatus < 200 ? answer.httpStatus + 200 : answer.httpStatus;
  if (!NO_BODY.includes(httpStatus)) return { ...answer, httpStatus };
  return { ...answer, httpStatus, bytes: new Uint8Array(), brokeOff: false };
}

function write(socket: Socket, { httpStatus, headers, bytes, chunk, brokeOff }: MadeAnswer): void {
  const length = bytes.byteLength + (brokeOff ? 1 : 0); // the last byte never comes
  const fields = [["content-type", "application/json"], ...headers].map(([name, value]) => `${name}: ${value}\r\n`);
  const framing = NO_BODY.includes(httpStatus) ? "" : `content-length: ${length}\r\n`;
  socket.write(`HTTP/1.1 ${httpStatus} Any\r\n${fields.join("")}${framing}connection: close\r\n\r\n`);
  const first = Math.min(chunk, 100);
  socket.write(bytes.subarray(0, first));
  socket.end(bytes.subarray(first));
}
