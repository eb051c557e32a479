// The server at the far end of a link: it responds to the first request, and tells what comes.
import { createServer } from "node:net";

const [host, response] = process.argv.slice(2);
let bytes = 0;
let requests = 0;
const tell = (news) => process.stdout.write(`${JSON.stringify(news)}\n`);
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
    tell({ bytes, requests });
  });
});
server.listen(0, host, () => tell({ port: server.address().port }));
process.stdin.resume().on("end", () => process.exit());
