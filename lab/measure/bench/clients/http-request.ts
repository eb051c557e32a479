// The floor: the least that a call through node:http can cost. Its one promise is what the measuring loop waits for.
import { Agent, request } from "node:http";
import { type Call, headers, type Target } from "../workload.ts";

export function connect({ url, body }: Target): Call {
  const { hostname, port, pathname: path } = new URL(url);
  const length = { "content-length": Buffer.byteLength(body) };
  const options = {
    method: "POST",
    hostname,
    port,
    path,
    headers: { ...headers, ...length },
    agent: new Agent({ keepAlive: true }),
  };
  return () =>
    new Promise((resolve, reject) => {
      const sent = request(options, (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (part) => {
          text += part;
        });
        response.on("end", () => resolve(JSON.parse(text)));
      });
      sent.on("error", reject);
      sent.end(body);
    });
}
