import type { Socket } from "node:net";
import type { CallHandle, Connected, Seen } from "./peer.js";

/** One thing that a server does on a connection. */
export type Step = (connection: Connection) => void | Promise<void>;

/** What a server does on a connection, one step after the other; afterwards it reads on until the other side closes. */
export type Script = readonly Step[];

const TLS_HANDSHAKE = 0x16; // the type of the record that a TLS client begins with

/** A connection as its script sees it. It reads no further than the script wants, so that what has come is known. */
export class Connection implements Connected {
  readonly socket: Socket;
  readonly raw: Socket;
  readonly call: CallHandle;
  /** Resolves when either side has closed for good. */
  readonly closed: Promise<void>;
  readonly #seen: Seen;
  #pending = Buffer.alloc(0);
  #requests = 0;
  #taken = 0;
  #isHandshake: boolean | undefined;
  #wake: () => void = () => {};

  constructor(socket: Socket, raw: Socket, call: CallHandle, seen: Seen) {
    this.socket = socket;
    this.raw = raw;
    this.call = call;
    this.#seen = seen;
    this.closed = new Promise((resolve) => socket.once("close", () => resolve()));
    socket.on("error", () => {}); // clients hang up in the middle: that is what the rows are about
    socket.on("data", (bytes: Buffer) => this.#take(bytes)).pause();
    socket.on("end", () => this.#wake()).on("close", () => this.#wake());
  }

  async play(script: Script): Promise<void> {
    for (const step of script) await step(this);
    this.socket.resume();
  }

  /** Reads until that holds, or until nothing more can come. */
  async readUntil(isEnough: (bytes: Buffer, isWhole: boolean) => boolean): Promise<void> {
    while (!isEnough(this.#pending, this.#requests > this.#taken) && this.socket.readable) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      this.socket.resume();
      await promise;
      this.socket.pause();
    }
  }

  /** The next request, whole. */
  async readRequest(): Promise<void> {
    await this.readUntil((_bytes, isWhole) => isWhole);
    this.#taken += 1;
  }

  #take(bytes: Buffer): void {
    this.#isHandshake ??= bytes[0] === TLS_HANDSHAKE;
    if (!this.#isHandshake) this.#seen.bytes += bytes.byteLength;
    this.#pending = Buffer.concat([this.#pending, bytes]);
    for (let length = requestLength(this.#pending); length !== undefined; length = requestLength(this.#pending)) {
      this.#pending = this.#pending.subarray(length);
      this.#requests += 1;
      this.#seen.requests += 1;
    }
    this.#wake();
  }
}

/** The length of the request that the bytes begin with; undefined while it is not whole. */
function requestLength(bytes: Buffer): number | undefined {
  const headEnd = bytes.indexOf("\r\n\r\n");
  if (headEnd < 0) return undefined;
  const declared = /^content-length: (\d+)\r?$/im.exec(bytes.toString("latin1", 0, headEnd + 2))?.[1];
  const length = headEnd + 4 + Number.parseInt(declared ?? "0", 10);
  return bytes.byteLength < length ? undefined : length;
}
