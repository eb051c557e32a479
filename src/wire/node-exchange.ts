import type { ClientRequest, IncomingMessage } from "node:http";
import type { Exchange, Incoming, Outgoing } from "./exchange.js";
import { joined } from "./headers.js";
import { createAgent } from "./node-agent.js";
import { readBody, unpacked } from "./node-body.js";

interface RunTime {
  readonly process?: NodeJS.Process;
  readonly Bun?: unknown;
  readonly Deno?: unknown;
  readonly navigator?: { readonly userAgent?: string };
}

// From node:timers and at import: a test's fake timers replace the global one later, and nobody would poll.
const nextTurn = (globalThis as RunTime).process?.getBuiltinModule?.("node:timers")?.setImmediate;

/**
 * Over node:http(s) with a keep-alive agent: no request is ever sent again by itself, and none is given to a socket
 * before that is connected and its certificate accepted. Whatever ends a call until then, its deadline among it, is
 * proof that nothing was sent.
 *
 * Undefined where there is no Node, and in run times that only imitate it. Getting the modules this way costs a tenth
 * of importing them, and bundlers for other run times need not know of them.
 */
export function nodeExchange(baseUrl: string): Exchange | undefined {
  const { process, Bun, Deno, navigator } = globalThis as RunTime;
  if (process?.versions?.node === undefined || Bun !== undefined || Deno !== undefined) return undefined;
  if (navigator?.userAgent === "Cloudflare-Workers") return undefined; // its node:http never gives a request a socket
  const { protocol, hostname, port, host } = new URL(baseUrl);
  const http = process.getBuiltinModule(protocol === "https:" ? "node:https" : "node:http");
  const agent = createAgent(http, protocol);
  const target = { method: "POST", hostname: hostname.replace(/^\[|\]$/g, ""), port, agent };

  return (outgoing) => {
    const { path, deadline } = outgoing;
    const body = Buffer.from(outgoing.body); // as text, Node would send the headers in UTF-8 with it
    const headers = flatHeaders({ host, "content-length": String(body.length), ...outgoing.headers });
    return exchange(http.request({ ...target, path, headers, ...{ deadline } }), body, outgoing);
  };
}

/** Names and values by turns: Node writes such a list as it stands, and adds no header of its own but `connection`. */
function flatHeaders(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries({ ...headers, "accept-encoding": "identity" }).flat();
}

async function exchange(request: ClientRequest, body: Uint8Array, outgoing: Outgoing): Promise<Incoming> {
  const { deadline, onSending } = outgoing;
  let isSent = false;
  let takeBack: (() => void) | undefined;
  const write = () => {
    if (request.destroyed || deadline.ended !== undefined) return;
    isSent = true;
    onSending();
    request.end(body);
  };
  try {
    return await new Promise((resolve, reject) => {
      request
        .once("socket", () => (request.reusedSocket ? afterNextPoll(write) : write()))
        .once("response", (response) => {
          if (!isSent) request.destroy(new Error("the connection held an answer that nobody had asked for"));
          else if (response.statusCode === 101) request.destroy(new Error("the server switched protocols"));
          else resolve(answerOf(request, response, outgoing));
        })
        .on("error", reject)
        .once("close", () => reject(new Error("the connection was closed"))); // no error tells of an upgrade
      takeBack = deadline.onEnd(() => {
        request.destroy();
        reject(new Error("the call is over"));
      });
    });
  } finally {
    takeBack?.();
    if (!request.writableFinished) request.destroy(); // answered early: the server may never read the rest
  }
}

/**
 * A kept connection may hold its end, or an answer that nobody asked for, which the process was too busy to read. Once
 * what has arrived is read, the one is proof that nothing was sent, and the other cannot pass for this call's answer.
 */
function afterNextPoll(write: () => void): void {
  nextTurn?.(() => nextTurn(write)); // the first turn may still run before the process polls
}

/** Adds its listeners before the first await, since an answer may break off as it begins. */
async function answerOf(request: ClientRequest, response: IncomingMessage, outgoing: Outgoing): Promise<Incoming> {
  // The request's error says why the answer broke off; the response's own says only "aborted".
  request.on("error", (error) => response.complete || response.destroy(error));
  const headers = joined(pairsOf(response.rawHeaders)); // Node's own records cost more, and trip over some names
  const answer = unpacked(response, headers["content-encoding"]);
  const body = await readBody(answer, outgoing.maxResponseBytes, outgoing.deadline);
  return { httpStatus: response.statusCode as number, headers, body };
}

function* pairsOf(rawHeaders: readonly string[]): Iterable<readonly [string, string]> {
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) yield [rawHeaders[at] as string, rawHeaders[at + 1] as string];
}
