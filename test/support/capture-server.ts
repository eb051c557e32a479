import { createServer } from "node:net";

/** A request as it came over the socket. */
export interface CapturedRequest {
  readonly requestLine: string;
  /** In lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A loopback server that keeps every request byte for byte and gives each the same response. */
export async function startCaptureServer(response: string) {
  const requests: CapturedRequest[] = [];
  const server = createServer((socket) => {
    let bytes = Buffer.alloc(0);
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => {
      bytes = Buffer.concat([bytes, chunk]);
      const request = whole(bytes);
      if (request === undefined) return;
      requests.push(request);
      const length = Buffer.byteLength(response);
      socket.end(
        `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\nconnection: close\r\n\r\n${response}`,
      );
    });
  });
  const { promise: listening, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await listening;
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return {
    host: `127.0.0.1:${port}`,
    baseUrl: `http://127.0.0.1:${port}/api`,
    requests,
    async [Symbol.asyncDispose]() {
      const { promise: closed, resolve: close } = Promise.withResolvers<void>();
      server.close(() => close());
      await closed;
    },
  };
}

/** The request once all of it is there; undefined before. */
function whole(bytes: Buffer): CapturedRequest | undefined {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const [requestLine = "", ...lines] = bytes.subarray(0, end).toString("latin1").split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const body = bytes.subarray(end + 4);
  const isWhole = body.byteLength >= Number.parseInt(headers["content-length"] ?? "0", 10);
  return isWhole ? { requestLine, headers, body: body.toString("utf8") } : undefined;
}
