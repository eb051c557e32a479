import { connect, createServer, type Socket } from "node:net";
import { createServer as createTlsServer, type TlsOptions } from "node:tls";
import { listen } from "./listen.js";

/** What a proxy does when a client asks for a tunnel; `open` makes it. */
export type ProxyFault = (socket: Socket, open: () => void) => void;

export interface FaultProxy {
  /** `127.0.0.1:3128` for instance. */
  readonly host: string;
  /** The requests for a tunnel. */
  readonly asked: readonly string[];
  /** All other requests. */
  readonly passed: string;
  /** How many connections clients still hold. */
  readonly open: number;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A proxy on a real loopback socket, with its own TLS if given. */
export async function startProxy(fault: ProxyFault, tls?: TlsOptions): Promise<FaultProxy> {
  const asked: string[] = [];
  let passed = "";
  const serve = (socket: Socket) => {
    let head = "";
    socket
      .on("error", () => {})
      .on("data", (bytes) => {
        const text = bytes.toString("latin1");
        if (head.endsWith("\r\n\r\n")) {
          passed += text;
          return;
        }
        head += text;
        if (!head.endsWith("\r\n\r\n")) return;
        asked.push(head);
        fault(socket, () => openTunnel(socket, /^CONNECT [^ ]*:(\d+) /.exec(head)?.[1]));
      });
  };
  const { address, sockets, close } = await listen(
    tls === undefined ? createServer(serve) : createTlsServer(tls, serve),
  );
  return {
    host: address,
    asked,
    get passed() {
      return passed;
    },
    get open() {
      return sockets.size;
    },
    [Symbol.asyncDispose]: close,
  };
}

function openTunnel(socket: Socket, port = "0"): void {
  const service = connect(Number.parseInt(port, 10), "127.0.0.1", () => {
    socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
    socket.pipe(service).pipe(socket);
  });
  service.on("error", () => socket.destroy());
  socket.once("close", () => service.destroy());
}
