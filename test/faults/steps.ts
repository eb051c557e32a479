import type { Step } from "../support/connection.js";
import { response } from "../support/fault-server.js";

/* What a server can do on a connection. No step depends on the client. */

/** Reads so many bytes of the request, and no further. */
export const read =
  (count: number): Step =>
  (connection) =>
    connection.readUntil((bytes) => bytes.byteLength >= count);

/** Reads the request's line and headers, and as little more as possible. */
export const readHead: Step = (connection) =>
  connection.readUntil((bytes, isWhole) => isWhole || bytes.includes("\r\n\r\n"));

/** Reads the next request to its end. */
export const readAll: Step = (connection) => connection.readRequest();

/** Writes, and waits until the system has the bytes. */
export const write =
  (bytes: string | Uint8Array): Step =>
  ({ socket }) =>
    new Promise<void>((resolve) => void socket.write(bytes, () => resolve()));

/** Writes an HTTP response with its length. */
export const give = (status: number, body: string | Uint8Array, headers?: Readonly<Record<string, string>>): Step =>
  write(response(status, body, headers));

/** Ends the connection with FIN, and reads on. */
export const fin: Step = ({ socket }) => void socket.end();

/** Resets the connection. */
export const rst: Step = ({ raw }) => void raw.resetAndDestroy();

/** Closes the connection, whatever is still unread. */
export const drop: Step = ({ socket }) => void socket.destroy();

/** Reads whatever comes and writes nothing more. */
export const stall: Step = async ({ socket, closed }) => {
  socket.resume();
  await closed;
};

/** Does nothing until the call is over. Later steps read what the kernel kept meanwhile. */
export const afterwards: Step = ({ call }) => call?.ended;

/** The caller aborts the call now. */
export const giveUp: Step = ({ call }) => call?.abort();

/** Writes it again and again until the client closes. */
export const drip =
  (piece: string): Step =>
  async ({ socket, closed }) => {
    const timer = setInterval(() => socket.write(piece), 20);
    socket.resume();
    await closed;
    clearInterval(timer);
  };

/** Writes it as fast as the client reads, until the client closes. */
export const flood =
  (piece: string): Step =>
  async ({ socket, closed }) => {
    const more = () => {
      while (socket.writable && socket.write(piece));
    };
    socket.on("drain", more).resume();
    more();
    await closed;
  };
