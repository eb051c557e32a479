/**
 * Who may drive the fake and read its state: programs, and the fake's own page. Any other web site that the developer's
 * browser has open can send requests to this machine too, so the headers that a browser sets itself are checked, and
 * no CORS header is ever sent.
 */
import { ControlRejection } from "./control-rejection.js";

/** The names under which a server may be called. */
export interface HostNames {
  /** The one that it listens on. */
  readonly host: string;
  /** Others that it has for a client elsewhere, in another container for instance. */
  readonly allowedHosts: readonly string[];
}

/**
 * Keeps out a web site whose name was made to point at this machine (DNS rebinding): it passes for same-origin, but the
 * Host header gives it away. The port is not checked, since it may be mapped from another one.
 *
 * @throws ControlRejection
 */
export function checkHost(headers: Headers, { host, allowedHosts }: HostNames): void {
  const name = hostName(headers.get("host") ?? "");
  if (name !== undefined && (isOwnName(name, host) || allowedHosts.some((each) => each.toLowerCase() === name))) return;
  const way = name === undefined ? "" : ` If it is meant to have this name, start it with --allow-host ${name}.`;
  const rule = "The Host header does not name this server: use the address that it listens on.";
  throw new ControlRejection(403, rule + way);
}

/**
 * Keeps other origins out, other ports of this machine among them. Only JSON is taken, because a browser asks for
 * permission before it sends JSON to another origin, and gets none.
 *
 * @throws ControlRejection
 */
export function checkCaller(request: Request): void {
  const { headers, method } = request;
  const origin = headers.get("origin");
  if (origin !== null && origin !== `http://${headers.get("host")}`) {
    throw new ControlRejection(403, "The Origin header names another origin.");
  }
  if (!["same-origin", "none"].includes(headers.get("sec-fetch-site") ?? "none")) {
    throw new ControlRejection(403, "The Sec-Fetch-Site header says that another site sent this.");
  }
  const mediaType = headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (method === "POST" && mediaType !== "application/json") {
    throw new ControlRejection(415, "A POST needs the header content-type: application/json.");
  }
}

/** An IPv6 address stands in brackets. */
export function hostInUrl(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}

/** The name in a Host header, in lower case; undefined when it is not one. */
function hostName(host: string): string | undefined {
  return /^(\[[\da-f:.]+\]|[\w.-]+)(:\d+)?$/i.exec(host)?.[1]?.toLowerCase();
}

function isOwnName(name: string, boundHost: string): boolean {
  const bound = hostInUrl(boundHost);
  if (name === "localhost" || name === "[::1]" || name === bound.toLowerCase()) return true;
  const isAddress = name.startsWith("[") || /^\d+(\.\d+){3}$/.test(name);
  if (name.startsWith("127.") && isAddress) return true;
  // A server that listens on all addresses takes any of them: rebinding needs a name.
  return isAddress && ["0.0.0.0", "[::]"].includes(bound);
}
