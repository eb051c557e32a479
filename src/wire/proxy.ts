import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { CERTIFICATE_CODES } from "../errors/facts.js";
import { createAgent } from "./agent.js";
import { LibraryError } from "./failures.js";
import { withoutBrackets } from "./url.js";

/**
 * Node's own Agent doubles its listeners with each piece of a proxy's response, and some versions resume the TLS session
 * of an https proxy inside the tunnel, where no name is checked.
 */
export function tunnelThrough(proxy: string, service: URL) {
  const { protocol, username, password, hostname, port } = new URL(proxy);
  const { request } = process.getBuiltinModule(protocol === "https:" ? "node:https" : "node:http");
  const { once } = process.getBuiltinModule("node:events");
  const host = withoutBrackets(hostname);
  const servername = process.getBuiltinModule("node:net").isIP(host) === 0 ? host : ""; // else of the header `host`
  const target = `${service.hostname}:${service.port || 443}`;
  const credentials = Buffer.from(`${decoded(username)}:${decoded(password)}`).toString("base64");
  const headers = { host: target, ...(username && { "proxy-authorization": `Basic ${credentials}` }) };
  const tls = { servername, ALPNProtocols: ["http/1.1"] };
  const connect = { method: "CONNECT", host, port, path: target, headers, agent: createAgent(protocol, {}), ...tls };

  return async (signal: AbortSignal): Promise<Socket> => {
    const asked = once(request({ ...connect, signal }).end(), "connect") as Promise<[IncomingMessage, Socket, Buffer]>;
    const [{ statusCode }, socket, early] = await asked.catch((error) => {
      const isTelling = error.syscall !== undefined || CERTIFICATE_CODES.has(error.code); // not just a hang-up
      throw isTelling ? error : new LibraryError("the proxy made no tunnel: check its host and port", { cause: error });
    });
    if (statusCode === 200 && early.length === 0) return socket;
    socket.destroy();
    const hints: Readonly<Record<number, string>> = {
      403: `: ask whoever runs it to allow CONNECT to ${target}`,
      407: ": check its user and password, percent-encoded in the URL",
    };
    throw new LibraryError(`the proxy made no tunnel: HTTP ${statusCode}${hints[statusCode as number] ?? ""}`);
  };
}

/** Decodes a password, which may hold a plain percent sign. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the proxy that the environment names for a service, if Node itself uses it (`NODE_USE_ENV_PROXY`). */
export function proxyOf(service: URL): string | undefined {
  if (service.protocol !== "https:") return undefined; // http would use no tunnel: the proxy would respond in its place
  const { globalAgent } = process.getBuiltinModule("node:https");
  const env = globalAgent.options?.proxyEnv ?? {}; // a global agent of the app's own has none
  const proxy = env["https_proxy"] || env["HTTPS_PROXY"];
  if (!proxy || !/^https?:\/\//.test(proxy)) return undefined;
  return isExempt(service, env["no_proxy"] || env["NO_PROXY"] || "") ? undefined : proxy;
}

/** Takes the forms that most programs know: `*`, a host with or without its port, `.suffix` and `*.suffix`. */
function isExempt({ hostname, port }: URL, exempt: string): boolean {
  const host = withoutBrackets(hostname.toLowerCase());
  return exempt.split(",").some((each) => {
    const entry = each.trim().toLowerCase();
    const suffix = entry.replace(/^\*?\./, "");
    if (suffix !== entry) return host.endsWith(`.${suffix}`) || (entry.startsWith(".") && host === suffix);
    return entry === "*" || entry === host || entry === `${host}:${port || 443}`;
  });
}

/** Says what is wrong with a proxy's URL, without quoting it, because it may hold a password. */
export function faultOfProxyUrl(proxy: string): string | undefined {
  const { protocol = "", pathname, search, hash } = URL.parse(proxy) ?? {};
  const isAddress = /^https?:$/.test(protocol) && pathname === "/" && search === "" && hash === "";
  const rule =
    "must be the URL of an http(s) proxy, http://user:password@proxy.example.com:3128 for instance, with special characters of the password percent-encoded";
  return isAddress ? undefined : rule;
}
