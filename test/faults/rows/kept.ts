import { response } from "../../support/fault-server.js";
import { onNextRequest } from "../../support/witness.js";
import type { Peer } from "../peer.js";
import { captured, ofAnotherCall, page } from "../responses.js";
import { type Due, done, lost, nothing, part, type Row, type RowOptions, row, timedOut, unsent } from "../row.js";
import { plain, secure } from "../servers.js";
import { drop, fin, give, read, readAll, rst, stall, write } from "../steps.js";

const ok = give(200, captured);
const serving = [readAll, ok, readAll, ok, stall];
const unsolicited = response(200, ofAnotherCall);
const timeOut = response(408, page, { connection: "close" });
const twice = write(Buffer.concat([response(200, captured), unsolicited]));
const closing = give(200, captured, { connection: "close" });
const big = { call: { size: "big" } } as const;

const idle = ({ connections }: Peer) => {
  const [first] = connections;
  if (first === undefined) throw new Error("there is no idle connection");
  return first;
};

/** Bytes over loopback arrive within a few turns, while the client keeps the connection of its first call. */
const aMoment = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};
const before = (act: (peer: Peer) => unknown) => async (peer: Peer) => {
  await aMoment();
  act(peer);
  await aMoment();
};
const justNow = (act: (peer: Peer) => unknown) => async (peer: Peer) => {
  await aMoment();
  act(peer);
};
const asItIsWritten = (act: (peer: Peer) => unknown) => async (peer: Peer) => {
  await aMoment();
  onNextRequest(peer.origin, () => void act(peer));
};

/** What the server does with the idle connection before the client's second call. */
const events: Readonly<Record<string, (peer: Peer) => unknown>> = {
  "FIN on": (peer) => idle(peer).socket.end(),
  "RST on": (peer) => idle(peer).raw.resetAndDestroy(),
  "a close of": (peer) => idle(peer).raw.destroy(),
  "HTTP 408 and FIN on": (peer) => idle(peer).socket.end(timeOut),
  "an unsolicited response on": (peer) => idle(peer).socket.write(unsolicited),
  "garbage on": (peer) => idle(peer).socket.write("garbage\r\n\r\n"),
};

const unprovable = "the request has left";
const servers = { "an idle connection": plain(serving), "an idle connection with TLS": secure({}, serving) };
/** fetch may write a request before it reads that the connection has ended. */
const tooLate = { node: done, fetch: [done, lost(nothing), lost()] };

const idleRows = Object.entries(servers).flatMap(([which, server]) =>
  Object.entries(events).flatMap(([what, act]) => [
    row(`${what} ${which} before the call`, server, done, { meanwhile: before(act) }),
    row(`${what} ${which} just before the call`, server, tooLate, { meanwhile: justNow(act), unprovable }),
  ]),
);

const headEnd = unsolicited.indexOf("\r\n\r\n") + 4;

/** The part of an unsolicited response that arrives before the next request is written, and the rest. */
const halves: Readonly<Record<string, readonly [before: Buffer, after: Buffer]>> = {
  "one byte": [unsolicited.subarray(0, 1), unsolicited.subarray(1)],
  "a head without its last LF": [unsolicited.subarray(0, headEnd - 1), unsolicited.subarray(headEnd - 1)],
  "a stray CR LF": [Buffer.from("\r\n"), unsolicited],
  "a whole response": [unsolicited, unsolicited],
};

const talksFirst = { serverTalksFirst: true };
const nobodys = { node: { ...unsent(), detail: "nobody's response" } };

/** In TLS 1.2, the server finishes the handshake, so it can write before the client does. */
const endingWithServer = { maxVersion: "TLSv1.2" } as const;

/** fetch does not report such bytes. If its parser fails on them, the connection ends in time; it skips a CR LF. */
const strayRows = Object.entries(halves).flatMap(([what, [early, late]]) => {
  const again = [readAll, ok, readAll, write(late), stall];
  const first = [write(early), readAll, write(late), stall];
  const bring = (peer: Peer) => idle(peer).socket.write(early);
  const due: Due = String(early) === "\r\n" ? { node: done } : done;
  const node = { node: done };
  const now = { meanwhile: justNow(bring) };
  return [
    row(`${what} on an idle connection before the call`, plain(again, serving), due, { meanwhile: before(bring) }),
    row(`${what} on an idle connection just before the call`, plain(again, serving), node, now),
    row(`${what} on an idle connection with TLS just before the call`, secure({}, again, serving), node, now),
    // A second attempt would succeed. None is made: it would race with the next response of such a server.
    row(`${what} on a new connection`, plain(first, serving), nobodys, talksFirst),
    row(`${what} on a new connection with TLS`, secure(endingWithServer, first, serving), nobodys, talksFirst),
  ];
});

/** A row about the second call over a connection. */
const second = (name: string, server: ReturnType<typeof plain>, due: Due, options: RowOptions = {}) =>
  row(name, server, due, { meanwhile: aMoment, ...options });

const closes = asItIsWritten((peer) => idle(peer).raw.destroy());
const ends = asItIsWritten((peer) => idle(peer).socket.end());

/** A connection that is kept from one call to the next. */
export const keptRows: readonly Row[] = [
  ...idleRows,
  ...strayRows,
  row("a close as the request is written", plain(serving), lost(nothing), { meanwhile: closes, unprovable }),
  row("FIN as the request is written", plain(serving), [lost(), lost(nothing)], { meanwhile: ends, unprovable }),
  second("RST at the second request's first bytes", plain([readAll, ok, read(1), rst]), lost(part), big),
  second("FIN after the whole second request", plain([readAll, ok, readAll, fin]), lost()),
  second("RST after the whole second request", plain([readAll, ok, readAll, rst]), lost()),
  second("no response to the second request", plain([readAll, ok, stall]), timedOut(), { call: { timeoutMs: 1_500 } }),
  second("two responses to the first request", plain([readAll, twice, readAll, ok, stall], serving), done),
  second("`connection: close` that stays open", plain([readAll, closing, readAll, ok, stall], serving), done),
  second("FIN with the first response", plain([readAll, ok, fin]), done),
  second("a close after the first response", plain([readAll, ok, drop], serving), done),
];
