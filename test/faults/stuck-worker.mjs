// A server whose process hangs: the system accepts connections and bytes for it, and it reads them afterwards.
import { createServer } from "node:net";
import { parentPort, workerData } from "node:worker_threads";

let bytes = 0;
let open = 0;
const server = createServer((socket) => {
  let text = "";
  parentPort.postMessage({ open: ++open });
  socket.on("error", () => {});
  socket.on("close", () => parentPort.postMessage({ open: --open }));
  socket.on("data", (chunk) => {
    bytes += chunk.byteLength;
    text += chunk.toString("latin1");
    parentPort.postMessage({ bytes, isWhole: /\r\n\r\n\{.*\}$/s.test(text) });
  });
});
server.listen({ port: 0, host: workerData.host, backlog: 1 }, () => {
  parentPort.postMessage({ port: server.address().port });
  Atomics.wait(new Int32Array(workerData.awake), 0, 0);
});
