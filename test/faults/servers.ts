import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { duplexPair } from "node:stream";
import { createServer as createTlsServer, TLSSocket, type TlsOptions } from "node:tls";
import { Connection, type Script } from "./connection.js";
import type { CallHandle, Peer, Seen, StartPeer } from "./peer.js";

/**
 * An address of its own, where a machine has more than one loopback address: at 127.0.0.1 a client of some other process
 * may still be calling a port that was its own server's.
 */
export const HOST = process.platform === "linux" ? "127.18.40.9" : "127.0.0.1";

/** Scripts by connection: the first one for the first connection, and so on; the last one for all that follow. */
type Scripts = readonly Script[];

/** Certificates with their keys, as certificates/make.sh made them. */
export type CertificateName =
  | "good"
  | "expired"
  | "not-yet-valid"
  | "wrong-host"
  | "unknown-authority"
  | "incomplete-chain";

export interface SecureOptions extends TlsOptions {
  readonly certificate?: CertificateName;
  /** What the client takes it for. */
  readonly scheme?: "https" | "http";
}

export function pem(name: CertificateName | "trusted-root"): string {
  return readFileSync(new URL(`../support/certificates/${name}.pem`, import.meta.url), "utf8");
}

/** A server without TLS. */
export function plain(...scripts: Scripts): StartPeer {
  return plainAt(HOST, ...scripts);
}

/** The same at another address. */
export function plainAt(host: string, ...scripts: Scripts): StartPeer {
  return (call) => {
    const stage = new Stage(scripts, call);
    return stage.open(
      createServer((socket) => stage.perform(socket)),
      "http",
      host,
    );
  };
}

/** A server without TLS that the client takes for one with. */
export function plainForTls(...scripts: Scripts): StartPeer {
  return (call) => {
    const stage = new Stage(scripts, call);
    return stage.open(
      createServer((socket) => stage.perform(socket)),
      "https",
    );
  };
}

/** A server with TLS; its scripts begin when that is set up. */
export function secure({ certificate = "good", scheme = "https", ...options }: SecureOptions, ...scripts: Scripts) {
  const start: StartPeer = (call) => {
    const stage = new Stage(scripts, call);
    const identity = { key: pem(certificate), cert: pem(certificate) };
    return stage.open(
      createTlsServer({ ...identity, ...options }, (socket) => stage.perform(socket)),
      scheme,
    );
  };
  return start;
}

/** A server with TLS under which somebody writes this to the client, unencrypted, as soon as the request has come. */
export function tamperedWith(injected: Uint8Array): StartPeer {
  return (call) => {
    const inject = (raw: Socket): Script => [(connection) => connection.readRequest(), () => void raw.write(injected)];
    const stage = new Stage([], call);
    const server = createServer((raw) => {
      const [outside, inside] = duplexPair();
      raw
        .on("error", () => {})
        .pipe(outside)
        .pipe(raw);
      const socket = new TLSSocket(inside, { isServer: true, key: pem("good"), cert: pem("good") });
      raw.once("close", () => socket.destroy());
      stage.perform(socket, inject(raw));
    });
    return stage.open(server, "https");
  };
}

/** Plays the scripts of a server on its connections, and counts. */
class Stage {
  readonly #scripts: Scripts;
  readonly #call: CallHandle;
  readonly #seen: Seen = { bytes: 0, requests: 0 };
  readonly #connections: Connection[] = [];
  readonly #open = new Set<Socket>();

  constructor(scripts: Scripts, call: CallHandle) {
    this.#scripts = scripts;
    this.#call = call;
  }

  perform(socket: Socket, script = this.#scripts[this.#connections.length] ?? this.#scripts.at(-1) ?? []): void {
    const raw = [...this.#open].find(({ remotePort }) => remotePort === socket.remotePort);
    const connection = new Connection(socket, raw ?? socket, this.#call, this.#seen);
    this.#connections.push(connection);
    void connection.play(script);
  }

  async open(server: Server, scheme: "http" | "https", host = HOST): Promise<Peer> {
    server.on("connection", (socket: Socket) => {
      this.#open.add(socket);
      socket.setNoDelay(true); // or else the system keeps what is written for some 40 ms, until the client acknowledges
      socket.on("error", () => {}).once("close", () => this.#open.delete(socket));
    });
    server.listen(0, host);
    await once(server, "listening");
    const sockets = this.#open;
    return {
      origin: `${scheme}://${host}:${(server.address() as AddressInfo).port}`,
      seen: this.#seen,
      connections: this.#connections,
      get open() {
        return sockets.size;
      },
      async close() {
        for (const socket of sockets) socket.destroy();
        server.close();
        await once(server, "close");
      },
    };
  }
}
