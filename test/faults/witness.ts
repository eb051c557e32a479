import { subscribe } from "node:diagnostics_channel";
import type { ClientRequest } from "node:http";
import type { Socket } from "node:net";

/*
 * What Node itself tells of requests, by the address that they go to: many calls are under way at the same time. It
 * witnesses independently of the errors by which the library judges, and of the servers.
 */

/** By its IPv4 address, also where it is called by name or by its IPv6 address. */
function addressOf(origin: string | URL): string {
  return new URL(origin).host.replace("localhost", "127.0.0.1");
}

function peerOf(socket: Socket | null): string {
  return `${socket?.remoteAddress?.replace("::1", "127.0.0.1")}:${socket?.remotePort}`;
}

const told = new WeakSet<object>(); // node:http tells of some requests twice
const written = new Map<string, number>();
const listeners = new Map<string, () => void>();

function beginsToWrite(request: object, address: string): void {
  if (told.has(request)) return;
  told.add(request);
  written.set(address, (written.get(address) ?? 0) + 1);
  listeners.get(address)?.();
  listeners.delete(address);
}

subscribe("undici:client:sendHeaders", (message) => {
  const { request } = message as { readonly request: { readonly origin: string | URL } };
  beginsToWrite(request, addressOf(request.origin));
});

subscribe("http.client.request.start", (message) => {
  const { request } = message as { readonly request: ClientRequest };
  // A connection that has just ended, as TLS 1.3 lets it, no longer tells where it led.
  const isConnected = request.socket?.remoteAddress !== undefined;
  beginsToWrite(request, isConnected ? peerOf(request.socket) : addressOf(`http://${request.getHeader("host")}`));
});

const sockets = new Map<string, Socket[]>();
subscribe("net.client.socket", (message) => {
  const { socket } = message as { readonly socket: Socket };
  socket.once("connect", () => {
    const address = peerOf(socket);
    sockets.set(address, [...(sockets.get(address) ?? []), socket]);
  });
});

/** How many requests to a server were begun to be written so far, by whichever way. */
export function requestsWrittenTo(origin: string): number {
  return written.get(addressOf(origin)) ?? 0;
}

/** The bytes that this process has written to a server so far, by whichever way. With TLS a handshake's are none. */
export function bytesWrittenTo(origin: string): number {
  if (origin.startsWith("https:")) return 0;
  return (sockets.get(addressOf(origin)) ?? []).reduce((sum, socket) => sum + socket.bytesWritten, 0);
}

/** Calls the listener in the moment in which the next request to a server is written, by whichever way. */
export function onWriting(origin: string, listener: () => void): void {
  listeners.set(addressOf(origin), listener);
}
