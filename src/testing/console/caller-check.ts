/**
 * Allows only programs and the fake's own page to control the fake and read its state. Any web site that is open in the
 * developer's browser can send requests to this machine too. So the headers that a browser sets itself are checked, and no
 * CORS header is ever sent.
 */

/** A request that the console does not carry out. */
export class ControlRejection extends Error {
  readonly httpStatus: number;

  constructor(httpStatus: 400 | 403 | 404 | 405 | 409 | 415, message: string) {
    super(message);
    this.httpStatus = httpStatus;
  }
}

/** The names under which a server may be called. */
export interface HostNames {
  /** The name that it listens on. */
  readonly host: string;
  /** Other names, for example for a client in another container. */
  readonly allowedHosts: readonly string[];
}

/**
 * Rejects a web site whose name was made to point at this machine (DNS rebinding). Its requests look same-origin, but the
 * Host header has its name. The port is not checked, because it may be mapped from another one.
 *
 * @throws ControlRejection if the name is not allowed.
 */
export function checkHost(headers: Headers, { host, allowedHosts }: HostNames): void {
  const name = /^(\[[\da-f:.]+\]|[\w.-]+)(:\d+)?$/i.exec(headers.get("host") ?? "")?.[1]?.toLowerCase();
  if (name !== undefined && (isOwnName(name, host) || allowedHosts.some((each) => each.toLowerCase() === name))) return;
  const way = name === undefined ? "" : ` If it is meant to have this name, start it with --allow-host ${name}.`;
  const rule = "The Host header does not name this server: use the address that it listens on.";
  throw new ControlRejection(403, rule + way);
}

/**
 * Rejects other origins, including other ports of this machine. Only JSON is accepted, because a browser asks for
 * permission before it sends JSON to another origin, and gets none.
 *
 * @throws ControlRejection if the origin or the content type is not allowed.
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

/** The host as part of a URL, where an IPv6 address is in brackets. */
export function hostInUrl(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}

function isOwnName(name: string, boundHost: string): boolean {
  const bound = hostInUrl(boundHost);
  if (name === "localhost" || name === "[::1]" || name === bound.toLowerCase()) return true;
  const isAddress = name.startsWith("[") || /^\d+(\.\d+){3}$/.test(name);
  if (name.startsWith("127.") && isAddress) return true;
  // If the server listens on all addresses, any address is allowed: rebinding needs a name.
  return isAddress && ["0.0.0.0", "[::]"].includes(bound);
}
