import { response } from "../../support/fault-server.js";
import { onNextRequest } from "../../support/witness.js";
import type { Peer } from "../peer.js";
import { anothers, captured, page } from "../responses.js";
import { done, lost, nothing, part, type Row, row, timedOut, unsent } from "../row.js";
import { plain, secure } from "../servers.js";
import { drop, fin, give, read, readAll, rst, stall, write } from "../steps.js";

const ok = give(200, captured);
const serving = [readAll, ok, readAll, ok, stall];
const unasked = response(200, anothers);
const timeOut = response(408, page, { connection: "close" });
const followedBy = (more: string | Uint8Array) => write(Buffer.concat([response(200, captured), Buffer.from(more)]));

const kept = ({ connections }: Peer) => {
  const [first] = connections;
  if (first === undefined) throw new Error("there is no kept connection");
  return first;
};

/** What is on its way over loopback arrives within a few turns, and the client keeps the connection of its first call. */
const aMoment = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

const asItIsWritten = (act: (peer: Peer) => unknown) => async (peer: Peer) => {
  await aMoment();
  onNextRequest(peer.origin, () => void act(peer));
};

/** What the server does with the idle connection before the client's second call. */
const idle: Readonly<Record<string, (peer: Peer) => unknown>> = {
  "closed by FIN": (peer) => kept(peer).socket.end(),
  "closed by RST": (peer) => kept(peer).raw.resetAndDestroy(),
  dropped: (peer) => kept(peer).raw.destroy(),
  "told HTTP 408 and closed": (peer) => kept(peer).socket.end(timeOut),
  "brought a response that nobody asked for": (peer) => kept(peer).socket.write(unasked),
  "brought garbage": (peer) => kept(peer).socket.write("garbage\r\n\r\n"),
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

const unprovable = "the request has left";
const servers = { "a kept connection": plain(serving), "a kept connection with TLS": secure({}, serving) };
/** fetch may write before it reads that the connection has ended. */
const tooLate = { node: done, fetch: [done, lost(nothing), lost()] };

const idleRows = Object.entries(servers).flatMap(([which, server]) =>
  Object.entries(idle).flatMap(([what, act]) => [
    row(`${which} that was ${what} before`, server, done, { meanwhile: before(act) }),
    row(`${which} that was ${what} just now`, server, tooLate, { meanwhile: justNow(act), unprovable }),
  ]),
);

const unaskedHead = unasked.indexOf("\r\n\r\n") + 4;

/** What comes of a response that nobody asked for before the next request is written, and what comes of it afterwards. */
const halves: Readonly<Record<string, readonly [before: Buffer, after: Buffer]>> = {
  "one byte": [unasked.subarray(0, 1), unasked.subarray(1)],
  "half a head": [unasked.subarray(0, 40), unasked.subarray(40)],
  "a head without its last LF": [unasked.subarray(0, unaskedHead - 1), unasked.subarray(unaskedHead - 1)],
  "a stray CR LF": [Buffer.from("\r\n"), unasked],
};

/** In TLS 1.2 the handshake ends with what the server says, so that it can say more before the client does. */
const endingWithServer = { maxVersion: "TLSv1.2" } as const;

/** fetch does not say what has come. What its parser takes offence at in time ends the connection; a CR LF it skips. */
const strayRows = Object.entries(halves).flatMap(([what, [early, late]]) => {
  const again = [readAll, ok, readAll, write(late), stall];
  const first = [write(early), readAll, write(late), stall];
  const bring = (peer: Peer) => kept(peer).socket.write(early);
  return [
    row(
      `a kept connection that brought ${what} before`,
      plain(again, serving),
      String(early) === "\r\n" ? { node: done } : done,
      { meanwhile: before(bring) },
    ),
    row(
      `a kept connection that brought ${what} just now`,
      plain(again, serving),
      { node: done },
      { meanwhile: justNow(bring) },
    ),
    row(
      `a kept connection with TLS that brought ${what} just now`,
      secure({}, again, serving),
      { node: done },
      { meanwhile: justNow(bring) },
    ),
    row(`a new connection that brings ${what}`, plain(first), { node: unsent() }),
    row(`a new connection with TLS that brings ${what}`, secure(endingWithServer, first), { node: unsent() }),
    row(`a new connection that brings ${what}, and another one`, plain(first, serving), { node: done }),
  ];
});

const meanwhile = aMoment;

/** A connection that is kept from one call to the next. */
export const keptRows: readonly Row[] = [
  ...idleRows,
  ...strayRows,
  row("a kept connection that is dropped as the request is written", plain(serving), lost(nothing), {
    meanwhile: asItIsWritten((peer) => kept(peer).raw.destroy()),
    unprovable,
  }),
  row("a kept connection that is reset as the request is written", plain(serving), lost(nothing), {
    meanwhile: asItIsWritten((peer) => kept(peer).raw.resetAndDestroy()),
    unprovable,
  }),
  row("a kept connection that is closed as the request is written", plain(serving), [lost(), lost(nothing)], {
    meanwhile: asItIsWritten((peer) => kept(peer).socket.end()),
    unprovable,
  }),
  row("a kept connection that is reset at the request's first bytes", plain([readAll, ok, read(1), rst]), lost(part), {
    call: { size: "big" },
    meanwhile,
  }),
  row("a kept connection that is closed after the whole second request", plain([readAll, ok, readAll, fin]), lost(), {
    meanwhile,
  }),
  row("a kept connection that is reset after the whole second request", plain([readAll, ok, readAll, rst]), lost(), {
    meanwhile,
  }),
  row("a kept connection on which nothing more is answered", plain([readAll, ok, stall]), timedOut(), {
    call: { timeoutMs: 1_500 },
    meanwhile,
  }),
  row(
    "two responses to one request: the second call does not take the other",
    plain([readAll, followedBy(unasked), readAll, ok, stall], serving),
    done,
    { meanwhile },
  ),
  row(
    "a response followed by garbage: the second call does without that connection",
    plain([readAll, followedBy("garbage"), readAll, ok, stall], serving),
    done,
    { meanwhile },
  ),
  row(
    "a response with `connection: close` that is not closed",
    plain([readAll, give(200, captured, { connection: "close" }), readAll, ok, stall], serving),
    done,
    { meanwhile },
  ),
  row("FIN with the response", plain([readAll, ok, fin]), done, { meanwhile }),
  row("RST after the response", plain([readAll, ok, rst], serving), done, { meanwhile }),
  row("dropped after the response", plain([readAll, ok, drop], serving), done, { meanwhile }),
];
