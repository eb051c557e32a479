// Runs what measures or takes minutes: `npm run lab -- <name>`. Arguments after the name are passed on. Without a name, it
// lists the programs by room.
import { spawnSync } from "node:child_process";
import { rooms } from "./rooms.ts";

const build = "npm run --silent build";
const install = (folder: string) => `node lab/install.ts ${folder}`;
const postgres = "bash lab/apt.sh /usr/lib/postgresql/15/bin/initdb postgresql-15";
const chromium = "bash lab/apt.sh /usr/bin/chromium chromium";
const nginx = "bash lab/apt.sh /usr/sbin/nginx nginx";
const varnish = "bash lab/apt.sh /usr/sbin/varnishd varnish";
const queue = `${postgres} && bash lab/ship/queue.sh`;
const bench = `${install("lab/measure/bench")} && tsc -p lab/measure/bench && node lab/measure/bench/run.ts`;
const browser = `${chromium} && ${install("lab/ship/browser")} && tsc -p lab/ship/browser`;
const peers = `${install("lab/prove/peers")} && tsc -p lab/prove/peers`;
const once = `${install("lab/measure/once/driver")} && tsc -p lab/measure/once && node lab/measure/once/run.ts`;

type Name = { [Room in keyof typeof rooms]: keyof (typeof rooms)[Room] }[keyof typeof rooms];

/** For a shell with the binaries of node_modules on its PATH. */
const commands: Readonly<Record<Name, string>> = {
  nodes: `${build} && ${install("lab/prove/nodes")} && node lab/prove/nodes/run.ts`,
  proxies: `${nginx} && ${varnish} && ${build} && node lab/prove/proxies/run.ts`,
  netns: "bash lab/prove/netns/run.sh",
  fuzz: `${build} && node lab/prove/fuzz/run.ts`,
  simulate: "node lab/prove/simulate/run.ts",
  quick: "node lab/prove/quick/run.ts",
  peers: `${peers} && vitest run --config lab/prove/peers/vitest.config.ts`,
  load: `${build} && node --expose-gc lab/prove/load/run.ts`,
  mutation: `${install("lab/prove/mutation")} && node lab/prove/mutation/run.ts`,
  bench: `${build} && ${bench}`,
  once: `${postgres} && ${build} && ${once}`,
  package: `${postgres} && ${install("lab/ship/package")} && node lab/ship/package/run.ts`,
  examples: `${chromium} && node lab/ship/examples.ts`,
  queue: `${queue} test`,
  "queue-night": `${queue} night`,
  browser: `${browser} && ${build} && vitest run --config lab/ship/browser/vitest.config.ts`,
  audit: `${build} && node lab/ship/audit.ts`,
};

const [chosen = "", ...args] = process.argv.slice(2).filter((arg) => arg !== "--");
const command = Object.entries(commands).find(([name]) => name === chosen)?.[1];
if (command === undefined) {
  console.log("npm run lab -- <name>");
  for (const [room, programs] of Object.entries(rooms)) {
    console.log(`\n${room}`);
    for (const [name, purpose] of Object.entries(programs)) console.log(`  ${name.padEnd(13)}  ${purpose}`);
  }
  process.exitCode = chosen === "" ? 0 : 1;
} else {
  const { status } = spawnSync("sh", ["-c", `${command} "$@"`, chosen, ...args], { stdio: "inherit" });
  process.exitCode = status ?? 1;
}
