import type { Exchange, Outgoing } from "../exchange.js";
import { Bare } from "../json.js";
import { withoutBrackets } from "../url.js";
import { type ConnectionOptions, closeIdle, createAgent, endIdle } from "./agent.js";
import { gate } from "./gate.js";
import { exchange, StaleConnection } from "./request.js";
import { isNode } from "./runtime.js";

/**
 * Makes a transport over node:http(s) with a keep-alive agent. It never repeats a request by itself, and writes one
 * only to a socket that is connected and whose certificate is accepted. Whatever ends a call before that, even its
 * deadline, is proof that nothing was sent.
 *
 * Returns undefined without Node, and in runtimes that only imitate it. `getBuiltinModule` costs a tenth of an import,
 * and bundlers for other runtimes need not know the modules.
 */
export function nodeExchange(baseUrl: string, options: ConnectionOptions): Exchange | undefined {
  if (!isNode()) return undefined;
  const base = new URL(baseUrl);
  const { host, origin, port } = base;
  const target = { hostname: withoutBrackets(base.hostname), port };
  const load = () => {
    const http = process.getBuiltinModule(base.protocol === "https:" ? "node:https" : "node:http");
    return { http, agent: createAgent(base, options) };
  };
  // Shows at once whether the certificates can be read. Without them, Node's modules are loaded with the first call.
  let loaded = options.tls !== undefined || options.proxy !== undefined ? load() : undefined;

  const own = {
    isClosed: false,
    enter: gate(options.maxConnections),
    close() {
      own.isClosed = true;
      if (loaded !== undefined) endIdle(loaded.agent);
    },
    send(outgoing: Outgoing) {
      loaded ??= load();
      const { http, agent } = loaded;
      if (own.isClosed) endIdle(agent); // closed while this call waited for its credentials
      const { method, url, body, deadline } = outgoing;
      const path = url.slice(origin.length);
      const sized = method === "GET" ? {} : { "content-length": String(Buffer.byteLength(body)) };
      // An object, because patches of node:http (OpenTelemetry, Sentry 9, nock 13) would read the indexes of a list as
      // names.
      const headers = { host, ...sized, ...outgoing.headers, "accept-encoding": "identity" };
      const made = { ...target, method, agent, path, headers };
      const open = () => http.request(Object.assign(new Bare(), made, { connecting: { deadline } }));
      return exchange(open(), outgoing).catch((error) => {
        if (!(error instanceof StaleConnection)) throw error;
        closeIdle(agent);
        return exchange(open(), outgoing);
      });
    },
  };
  return own;
}
