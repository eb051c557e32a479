// The server at the far end of a link. It responds to the first request, and reports what arrives.
import { createServer } from "node:net";

const [host, response] = process.argv.slice(2);
let bytes = 0;
let requests = 0;
const report = (news) => process.stdout.write(`${JSON.stringify(news)}\n`);
const server = createServer((socket) => {
  let text = "";
  socket.on("error", () => {});
  socket.on("data", (chunk) => {
    bytes += chunk.byteLength;
    text += chunk.toString("latin1");
    if (/\r\n\r\n\{.*\}$/s.test(text)) {
      text = "";
      requests += 1;
      if (requests === 1) socket.write(response);
    }
    report({ bytes, requests });
  });
});
server.listen(0, host, () => report({ port: server.address().port }));
process.stdin.resume().on("end", () => process.exit());
