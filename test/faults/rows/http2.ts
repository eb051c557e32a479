import { constants, type Http2Session, type ServerHttp2Stream } from "node:http2";
import { captured } from "../responses.js";
import { type Due, done, lost, nothing, type Row, type RowOptions, row, timedOut, unexpected } from "../row.js";
import { http2 } from "../servers.js";

const responding = (status: number, body: string) => (stream: ServerHttp2Stream) => {
  stream.respond({ ":status": status });
  stream.end(body);
};

/** Responds with a part of the body, and acts when that part is sent. */
const respondingPart = (stream: ServerHttp2Stream, then: () => void) => {
  stream.respond({ ":status": 200, "content-length": 1_000 });
  stream.write(captured, () => setImmediate(then));
};

/** Since Node 26, fetch speaks HTTP/2 with a server that offers it. It may never repeat a request by itself. */
const over = (name: string, server: ReturnType<typeof http2>, fetch: Due & object, options: RowOptions = {}) =>
  row(`over HTTP/2: ${name}`, server, { fetch } as Due, { since: 26, ...options });

type Break = (stream: ServerHttp2Stream, session: Http2Session) => void;
const { NGHTTP2_INTERNAL_ERROR: INTERNAL_ERROR, NGHTTP2_NO_ERROR: NO_ERROR } = constants;
const breaks: Readonly<Record<string, Break>> = {
  REFUSED_STREAM: (stream) => stream.close(constants.NGHTTP2_REFUSED_STREAM),
  "GOAWAY with an error": (_stream, session) => session.goaway(INTERNAL_ERROR),
  "the session destroyed": (_stream, session) => session.destroy(),
  "a reset inside the body": (stream) => respondingPart(stream, () => stream.close(INTERNAL_ERROR)),
};

const ok = responding(200, captured);
const disowned = http2((_stream, session) => session.goaway(NO_ERROR, 0));
const silent = http2(() => {});
const call = { timeoutMs: 1_000 };
const unprovable = "a firewall that blocks the response gives HTTP 403 too";

export const http2Rows: readonly Row[] = [
  over("a response", http2(ok), done),
  over("HTTP 421", http2(responding(421, "")), unexpected(421)),
  ...Object.entries(breaks).map(([name, act]) => over(name, http2(act), lost())),
  over("GOAWAY that excludes the request", disowned, [lost(), timedOut()], { call }),
  over("no response", silent, timedOut(), { call }),
  row("a server that speaks HTTP/2 only", http2(ok), { node: unexpected(403, nothing) }, { unprovable }),
];
