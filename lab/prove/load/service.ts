// The service in its own process: the fake on a real port, with armed faults, and its books.
import { channel } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FakeFinalization, FakeOrder, Sale } from "merchant-payments/testing";
import { FakePaymentService, startPaymentServer } from "merchant-payments/testing";
import { serve } from "../../worker.ts";
import { seededRandom, type ToAuthorize } from "./calls.ts";
import { frequentFaults, rareFaults } from "./faults.ts";

export interface Books {
  /** The calls of which a request head arrived, once for each arrival. */
  readonly arrived: readonly string[];
  /** Calls without a response: reset when their head arrived, or on a connection that had just been closed. */
  readonly cut: readonly string[];
  /** How many connections were closed right after a response. Each may have lost the next request. */
  readonly hungUp: number;
  readonly requests: readonly {
    readonly call: string;
    readonly fault: string | undefined;
    /** Whether it arrived or not. */
    readonly response: { readonly statusKey: string; readonly body: string } | undefined;
  }[];
  readonly orders: readonly FakeOrder[];
  readonly finalizations: readonly FakeFinalization[];
}

interface Arrival {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly socket: Socket;
  readonly server: Server;
}

const SHARE = { frequent: 0.2, rare: 0.005, reset: 0.01, hangUp: 0.01 };

const service = new FakePaymentService({ keepRequests: Number.POSITIVE_INFINITY });
service.clock.run();
const { baseUrl } = await startPaymentServer({ service });
const open = new Set<Socket>();
let arrived: string[] = [];
let cut: string[] = [];
let hungUp = new Set<Socket>();
let random = seededRandom(0);

channel("net.server.socket").subscribe((message) => {
  const { socket } = message as { socket: Socket };
  open.add(socket);
  socket.once("close", () => open.delete(socket));
});

// This runs before the fake sees the request. Every response carries the call's id.
channel("http.server.request.start").subscribe((message) => {
  const { request, response, socket, server } = message as Arrival;
  server.keepAliveTimeout = 600_000; // the client itself must end its idle connections
  response.setHeader("connection", "keep-alive");
  const call = String(request.headers["x-call"]);
  arrived.push(call);
  response.setHeader("x-call", call);
  if (hungUp.has(socket)) cut.push(call);
  armFault(request.url?.includes("/finalize/") ? "finalize" : "createOrder");
  const draw = random();
  if (draw < SHARE.reset) {
    cut.push(call);
    socket.resetAndDestroy();
  } else if (draw < SHARE.reset + SHARE.hangUp) {
    response.once("finish", () => {
      hungUp.add(socket);
      socket.end();
    });
  }
});

/** Arms a fault at random, for this request or for one that arrives at the same time. */
function armFault(operation: string): void {
  const draw = random();
  const faults = draw < SHARE.rare ? rareFaults : draw < SHARE.rare + SHARE.frequent ? frequentFaults : [];
  const fault = faults[Math.floor(random() * faults.length)];
  if (fault) service.faults.next(operation, fault);
}

function begin(seed: number, toAuthorize: readonly ToAuthorize[]): readonly Sale[] {
  service.reset();
  arrived = [];
  cut = [];
  hungUp = new Set();
  random = seededRandom(seed);
  return toAuthorize.map((each, index) => service.sell({ ...each, orderNumber: `AUTH-${index}` }));
}

function books(): Books {
  const requests = service.requests.map(({ headers, fault, response }) => ({
    call: headers["x-call"] ?? "",
    fault,
    response: response && { statusKey: response.statusKey, body: response.body },
  }));
  return { arrived, cut, hungUp: hungUp.size, requests, orders: service.orders, finalizations: service.finalizations };
}

const { merchantId, password } = service;

serve({ access: () => ({ baseUrl, merchantId, password }), begin, books, connections: () => open.size });
