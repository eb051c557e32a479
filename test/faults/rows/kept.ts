import { answer } from "../../support/fault-server.js";
import { anothers, captured, page } from "../answers.js";
import type { Peer } from "../peer.js";
import { done, lost, nothing, part, type Row, timedOut, whole } from "../row.js";
import { plain, secure } from "../servers.js";
import { drop, fin, give, read, readAll, rst, stall, write } from "../steps.js";
import { onWriting } from "../witness.js";

const ok = give(200, captured);
const serving = [readAll, ok, readAll, ok, stall];
const unasked = answer(200, anothers);
const timeOut = answer(408, page, { connection: "close" });

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
  onWriting(peer.origin, () => void act(peer));
};

/** What the server does with the idle connection before the client's second call. */
const idle: Readonly<Record<string, (peer: Peer) => unknown>> = {
  "closed by FIN": (peer) => kept(peer).socket.end(),
  "closed by RST": (peer) => kept(peer).raw.resetAndDestroy(),
  dropped: (peer) => kept(peer).raw.destroy(),
  "told HTTP 408 and closed": (peer) => kept(peer).socket.end(timeOut),
  "brought an answer that nobody asked for": (peer) => kept(peer).socket.write(unasked),
  "brought garbage": (peer) => kept(peer).socket.write("garbage\r\n\r\n"),
};

/** fetch may write before it reads that the connection has ended. */
const tooLate = [done, { ...lost, ...nothing }, { ...lost, ...whole }];

const servers = { "a kept connection": plain(serving), "a kept connection with TLS": secure({}, serving) };

const idleRows = Object.entries(servers).flatMap(([which, server]) =>
  Object.entries(idle).flatMap(([what, act]): Row[] => [
    {
      name: `${which} that was ${what} before`,
      server,
      meanwhile: async (peer) => {
        await aMoment();
        act(peer);
        await aMoment();
      },
      both: done,
    },
    {
      name: `${which} that was ${what} just now`,
      server,
      meanwhile: async (peer) => {
        await aMoment();
        act(peer);
      },
      node: done,
      fetch: tooLate,
      unprovable: "the request has left",
    },
  ]),
);

/** A connection that is kept from one call to the next. */
export const keptRows: readonly Row[] = [
  ...idleRows,
  {
    name: "a kept connection that is dropped as the request is written",
    server: plain(serving),
    meanwhile: asItIsWritten((peer) => kept(peer).raw.destroy()),
    both: { ...lost, ...nothing },
    unprovable: "the request has left",
  },
  {
    name: "a kept connection that is reset as the request is written",
    server: plain(serving),
    meanwhile: asItIsWritten((peer) => kept(peer).raw.resetAndDestroy()),
    both: { ...lost, ...nothing },
    unprovable: "the request has left",
  },
  {
    name: "a kept connection that is closed as the request is written",
    server: plain(serving),
    meanwhile: asItIsWritten((peer) => kept(peer).socket.end()),
    both: [
      { ...lost, ...whole },
      { ...lost, ...nothing },
    ],
    unprovable: "the request has left",
  },
  {
    name: "a kept connection that is reset at the request's first bytes",
    server: plain([readAll, ok, read(1), rst]),
    call: { isBig: true },
    meanwhile: aMoment,
    both: { ...lost, ...part },
  },
  {
    name: "a kept connection that is closed after the whole second request",
    server: plain([readAll, ok, readAll, fin]),
    meanwhile: aMoment,
    both: { ...lost, ...whole },
  },
  {
    name: "a kept connection that is reset after the whole second request",
    server: plain([readAll, ok, readAll, rst]),
    meanwhile: aMoment,
    both: { ...lost, ...whole },
  },
  {
    name: "a kept connection on which nothing more is answered",
    server: plain([readAll, ok, stall]),
    call: { timeoutMs: 800 },
    meanwhile: aMoment,
    both: { ...timedOut, ...whole },
  },
  {
    name: "two answers to one request: the second call does not take the other",
    server: plain([readAll, write(Buffer.concat([answer(200, captured), unasked])), readAll, ok, stall], serving),
    meanwhile: aMoment,
    both: done,
  },
  {
    name: "an answer followed by garbage: the second call does without that connection",
    server: plain(
      [readAll, write(Buffer.concat([answer(200, captured), Buffer.from("garbage")])), readAll, ok, stall],
      serving,
    ),
    meanwhile: aMoment,
    both: done,
  },
  {
    name: "an answer with `connection: close` that is not closed",
    server: plain([readAll, give(200, captured, { connection: "close" }), readAll, ok, stall], serving),
    meanwhile: aMoment,
    both: done,
  },
  { name: "FIN with the answer", server: plain([readAll, ok, fin]), meanwhile: aMoment, both: done },
  { name: "RST after the answer", server: plain([readAll, ok, rst], serving), meanwhile: aMoment, both: done },
  { name: "dropped after the answer", server: plain([readAll, ok, drop], serving), meanwhile: aMoment, both: done },
];
