import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";

/*
 * What Node itself tells of requests, so that it witnesses independently of the errors by which the library judges.
 */

let headersSent = 0;
subscribe("undici:client:sendHeaders", () => {
  headersSent += 1;
});

const sockets = new Set<Socket>();
const withTls = new Set<number | undefined>();
subscribe("net.client.socket", (message) => {
  const { socket } = message as { readonly socket: Socket };
  sockets.add(socket);
  socket.once("connect", () => withTls.has(socket.remotePort) && sockets.delete(socket));
});

/** The bytes of a handshake are none of a request: what goes to this port is not counted. */
export function speaksTls(port: number): void {
  withTls.add(port);
}

/** How many requests fetch began to write since the last time this was asked. It knows nothing of node:http. */
export function requestsSent(): number {
  const count = headersSent;
  headersSent = 0;
  return count;
}

/** All bytes that this process has written to servers so far, by whichever way: TLS and proxies need some of their own. */
export function bytesWritten(): number {
  return [...sockets].reduce((sum, socket) => sum + socket.bytesWritten, 0);
}

/** Every socket that this process has opened so far; what is under TLS, of one with TLS. */
export function socketsOpened(): readonly Socket[] {
  return [...sockets];
}

/** Calls the listener as soon as the next socket is made, before it connects. */
export function onNextSocket(listener: () => void): void {
  const tell = () => {
    unsubscribe("net.client.socket", tell);
    listener();
  };
  subscribe("net.client.socket", tell);
}

/** Calls the listener as soon as the headers of the next response have come, by whichever way, before anything is done. */
export function onNextResponse(listener: () => void): void {
  const tell = () => {
    for (const channel of responses) unsubscribe(channel, tell);
    listener();
  };
  for (const channel of responses) subscribe(channel, tell);
}

const responses = ["undici:request:headers", "http.client.response.finish"];
