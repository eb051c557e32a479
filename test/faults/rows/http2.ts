import { constants, type ServerHttp2Stream } from "node:http2";
import { captured } from "../answers.js";
import { http2 } from "../http2.js";
import type { StartPeer } from "../peer.js";
import { done, lost, nothing, type Row, strange, timedOut, turnedAway, whole } from "../row.js";

const answering = (stream: ServerHttp2Stream, status: number, body: string) => {
  stream.respond({ ":status": status });
  stream.end(body);
};

/** Answers with a part of the body, and does this when that is on its way. */
const answeringPart = (stream: ServerHttp2Stream, then: () => void) => {
  stream.respond({ ":status": 200, "content-length": 1_000 });
  stream.write(captured, () => setImmediate(then));
};

const resets = {
  REFUSED_STREAM: constants.NGHTTP2_REFUSED_STREAM,
  INTERNAL_ERROR: constants.NGHTTP2_INTERNAL_ERROR,
  CANCEL: constants.NGHTTP2_CANCEL,
  ENHANCE_YOUR_CALM: constants.NGHTTP2_ENHANCE_YOUR_CALM,
  NO_ERROR: constants.NGHTTP2_NO_ERROR,
};

const breaks: Readonly<Record<string, StartPeer>> = {
  "GOAWAY with an error": http2((_stream, session) => session.goaway(constants.NGHTTP2_INTERNAL_ERROR)),
  "the session destroyed": http2((_stream, session) => session.destroy()),
  "the connection dropped": http2((_stream, session) => void session.socket.destroy()),
  "a reset inside the body": http2((stream) =>
    answeringPart(stream, () => stream.close(constants.NGHTTP2_INTERNAL_ERROR)),
  ),
  "the session destroyed inside the body": http2((stream, session) => answeringPart(stream, () => session.destroy())),
};

const broken = { ...lost, ...whole };

/** Node's fetch speaks HTTP/2 with whoever offers it since Node 26. It may never send a request again by itself. */
const streamRows: readonly Row[] = [
  { name: "an answer", server: http2((stream) => answering(stream, 200, captured)), fetch: done },
  {
    name: "HTTP 421",
    server: http2((stream) => answering(stream, 421, "")),
    fetch: { ...strange, httpStatus: 421, ...whole },
  },
  ...Object.entries(resets).map(([name, code]) => ({
    name,
    server: http2((stream) => stream.close(code)),
    fetch: broken,
  })),
  ...Object.entries(breaks).map(([name, server]) => ({ name, server, fetch: broken })),
  {
    name: "GOAWAY that disowns the request",
    server: http2((_stream, session) => session.goaway(constants.NGHTTP2_NO_ERROR, 0)),
    call: { timeoutMs: 1_000 },
    fetch: [broken, { ...timedOut, ...whole }],
  },
  {
    name: "GOAWAY before the request",
    server: http2((stream) => answering(stream, 200, captured), { onSession: (session) => session.close() }),
    fetch: [done, broken, { ...lost, ...nothing }],
    unprovable: "fetch ends in the same way when a session breaks under a request",
  },
  {
    name: "no stream allowed",
    server: http2((stream) => answering(stream, 200, captured), { settings: { maxConcurrentStreams: 0 } }),
    call: { timeoutMs: 1_000 },
    fetch: [done, { ...lost, ...nothing }, { ...timedOut, ...nothing }],
    unprovable: "fetch does not say how far it has come when it is stopped",
  },
  { name: "no answer", server: http2(() => {}), call: { timeoutMs: 1_000 }, fetch: { ...timedOut, ...whole } },
];

export const http2Rows: readonly Row[] = [
  ...streamRows.map((row) => ({ ...row, name: `over HTTP/2: ${row.name}`, since: 26 })),
  {
    name: "HTTP/2 alone, which node:http does not speak",
    server: http2((stream) => answering(stream, 200, captured)),
    node: { ...turnedAway, httpStatus: 403, ...nothing },
  },
];
