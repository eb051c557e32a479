import type { Socket } from "node:net";

/** One request, whole, as it came over the wire. */
export interface RawRequest {
  readonly requestLine: string;
  /** The request line and the headers. */
  readonly head: string;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The bytes that have arrived so far, decrypted. */
export interface Seen {
  /** All bytes of requests, incomplete requests included. */
  bytes: number;
  /** Requests that came whole. */
  requests: number;
}

/** The call to a server, as the server needs it. */
export interface CallHandle {
  /** The caller aborts the call. */
  abort(): void;
  /** Resolves when the call is over. */
  readonly ended: Promise<void>;
}

/** One thing that a server does on a connection. */
export type Step = (connection: Connection) => unknown;

/** What a server does on a connection, step by step. Afterwards it reads on until the other side closes. */
export type Script = readonly Step[];

const TLS_HANDSHAKE = 0x16; // the type of the record that a TLS client begins with

let allBytes = 0;

/** The bytes of requests that have reached any server of the tests so far. */
export function requestBytesReceived(): number {
  return allBytes;
}

/** A connection, for its script. It reads only as far as the script asks, so the test knows what has arrived. */
export class Connection {
  readonly socket: Socket;
  /** The socket under TLS; without TLS, the same socket. */
  readonly raw: Socket;
  readonly call: CallHandle | undefined;
  /** Resolves when either side has closed for good. */
  readonly closed: Promise<void>;
  readonly #seen: Seen;
  readonly #requests: RawRequest[] = [];
  #pending = Buffer.alloc(0);
  #isHandshake: boolean | undefined;
  #wake: () => void = () => {};

  constructor(socket: Socket, raw: Socket, seen: Seen, call?: CallHandle) {
    this.socket = socket;
    this.raw = raw;
    this.call = call;
    this.#seen = seen;
    this.closed = new Promise((resolve) => socket.once("close", () => resolve()));
    socket.on("error", () => {}); // clients close in the middle: that is what the tests are about
    socket.on("data", (bytes: Buffer) => this.#take(bytes)).pause();
    socket.on("end", () => this.#wake()).on("close", () => this.#wake());
  }

  async play(script: Script): Promise<void> {
    for (const step of script) await step(this);
    this.socket.resume();
  }

  /** Reads until the condition holds, or until nothing more can arrive. */
  async readUntil(isEnough: (bytes: Buffer, isWhole: boolean) => boolean): Promise<void> {
    while (!isEnough(this.#pending, this.#requests.length > 0) && this.socket.readable) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      this.socket.resume();
      await promise;
      this.socket.pause();
    }
  }

  /** The next complete request; undefined if none can arrive any more. */
  async readRequest(): Promise<RawRequest | undefined> {
    await this.readUntil((_bytes, isWhole) => isWhole);
    return this.#requests.shift();
  }

  #take(bytes: Buffer): void {
    this.#isHandshake ??= bytes[0] === TLS_HANDSHAKE;
    if (!this.#isHandshake) {
      this.#seen.bytes += bytes.byteLength;
      allBytes += bytes.byteLength;
    }
    this.#pending = Buffer.concat([this.#pending, bytes]);
    for (let end = requestEnd(this.#pending); end !== undefined; end = requestEnd(this.#pending)) {
      this.#requests.push(requestIn(this.#pending.subarray(0, end)));
      this.#pending = this.#pending.subarray(end);
      this.#seen.requests += 1;
    }
    this.#wake();
  }
}

/** Where the first request in the bytes ends; undefined while it is incomplete. */
function requestEnd(bytes: Buffer): number | undefined {
  const headEnd = bytes.indexOf("\r\n\r\n");
  if (headEnd < 0) return undefined;
  const declared = /^content-length: (\d+)\r?$/im.exec(bytes.toString("latin1", 0, headEnd + 2))?.[1];
  const end = headEnd + 4 + Number.parseInt(declared ?? "0", 10);
  return bytes.byteLength < end ? undefined : end;
}

function requestIn(bytes: Buffer): RawRequest {
  const headEnd = bytes.indexOf("\r\n\r\n");
  const head = bytes.toString("latin1", 0, headEnd);
  const [requestLine = "", ...fields] = head.split("\r\n");
  const headers = fields.map((field) => {
    const colon = field.indexOf(":");
    return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
  });
  return { requestLine, head, headers: Object.fromEntries(headers), body: bytes.toString("utf8", headEnd + 4) };
}
