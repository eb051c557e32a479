import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Peer, StartPeer } from "../../../test/faults/peer.js";
import { captured } from "../../../test/faults/responses.js";
import { response } from "../../../test/support/fault-server.js";

interface News {
  readonly port?: number;
  readonly bytes?: number;
  readonly requests?: number;
}

const farEnd = ["-t", process.env["FAR_END"] ?? "", "-n"];

/** A server at the far end of a link, in the other namespace. */
export function atFarEndOf(link: number): StartPeer {
  return async (): Promise<Peer> => {
    const host = `10.9.${link}.2`;
    const script = new URL("far-server.mjs", import.meta.url).pathname;
    const text = response(200, captured).toString();
    const server = spawn("nsenter", [...farEnd, process.execPath, script, host, text], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    const lines = createInterface(server.stdout);
    const { port } = JSON.parse(String(await once(lines, "line"))) as News;
    const seen = { bytes: 0, requests: 0 };
    lines.on("line", (line) => Object.assign(seen, JSON.parse(line)));
    return {
      origin: `http://${host}:${port}`,
      seen,
      connections: [],
      open: 0, // the broken way back cannot report it
      async close() {
        server.stdin.end();
        await once(server, "close");
      },
    };
  };
}

/** Runs `ip` on this side. */
export function ip(...args: readonly string[]): void {
  execFileSync("ip", args);
}

/** From now on, everything that the far end sends over a link is lost: responses and acknowledgements. */
export function loseWayBack(link: number): void {
  execFileSync("nsenter", [...farEnd, "ip", "route", "add", "blackhole", `10.9.${link}.1/32`]);
}
