import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { ClientRequest } from "node:http";
import type { Socket } from "node:net";

/**
 * What Node itself reports about sockets and requests. It depends neither on the errors that the library judges, nor on
 * the servers.
 */

const sockets: Socket[] = [];
const addresses = new WeakMap<Socket, string>(); // a closed socket no longer knows its remote address
subscribe("net.client.socket", (message) => {
  const { socket } = message as { readonly socket: Socket };
  sockets.push(socket);
  socket.once("connect", () => addresses.set(socket, addressOf(socket)));
});

/** The IPv4 address, even if a server is called by name or by its IPv6 address. */
const hostOf = (origin: string | URL) => new URL(origin).host.replace("localhost", "127.0.0.1");
const addressOf = (socket: Socket) => `${socket.remoteAddress?.replace("::1", "127.0.0.1")}:${socket.remotePort}`;

const withTls = new Set<string | undefined>();

/** Bytes written to this server are not counted, because those of a TLS handshake belong to no request. */
export function ignoreBytesTo(origin: string): void {
  withTls.add(hostOf(origin));
}

/** All bytes that this process has written so far, over node:http or fetch: to one server, or to all of them. */
export function bytesWritten(origin?: string): number {
  const counted = sockets.filter((socket) => {
    const address = addresses.get(socket);
    return origin === undefined ? !withTls.has(address) : address === hostOf(origin);
  });
  return origin?.startsWith("https:") ? 0 : counted.reduce((sum, socket) => sum + socket.bytesWritten, 0);
}

/** The socket that this process opened last; with TLS, the one under it. */
export function lastSocket(): Socket | undefined {
  return sockets.at(-1);
}

const begun = new WeakSet<object>(); // node:http reports some requests twice
const requests = new Map<string, number>();
const listeners = new Map<string, () => void>();

function beginsToWrite(request: object, address: string): void {
  if (begun.has(request)) return;
  begun.add(request);
  requests.set(address, (requests.get(address) ?? 0) + 1);
  listeners.get(address)?.();
  listeners.delete(address);
}

subscribe("undici:client:sendHeaders", (message) => {
  const { request } = message as { readonly request: { readonly origin: string | URL } };
  beginsToWrite(request, hostOf(request.origin));
});

subscribe("http.client.request.start", (message) => {
  const { request } = message as { readonly request: ClientRequest };
  const { socket } = request;
  // TLS 1.3 may have just ended the connection, which then no longer knows its remote address.
  const isConnected = socket?.remoteAddress !== undefined;
  beginsToWrite(request, isConnected ? addressOf(socket) : hostOf(`http://${request.getHeader("host")}`));
});

/** How many requests to a server this process has begun to write so far, over node:http or fetch. */
export function requestsWritten(origin: string): number {
  return requests.get(hostOf(origin)) ?? 0;
}

/** Calls the listener when the next request to a server is written. */
export function onNextRequest(origin: string, listener: () => void): void {
  listeners.set(hostOf(origin), listener);
}

/** Calls the listener as soon as the next socket is made, before it connects. */
export function onNextSocket(listener: () => void): void {
  onNext(["net.client.socket"], listener);
}

/** Calls the listener when the headers of the next response have arrived, before anything else happens. */
export function onNextResponse(listener: () => void): void {
  onNext(["undici:request:headers", "http.client.response.finish"], listener);
}

function onNext(channels: readonly string[], listener: () => void): void {
  const notify = () => {
    for (const channel of channels) unsubscribe(channel, notify);
    listener();
  };
  for (const channel of channels) subscribe(channel, notify);
}
