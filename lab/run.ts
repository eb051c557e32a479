// Runs what measures or takes minutes: `npm run lab -- <name>`. Arguments after the name are passed on. Without a name, it
// lists the programs by room.
import { spawnSync } from "node:child_process";

const rooms = {
  prove: {
    nodes: "every fault on real sockets, on Node 22, 24 and 26",
    proxies: "nginx and Varnish in front of the fake, which respond in its place or send again (Debian, as root)",
    netns: "broken routes, links and name servers, in network namespaces (Linux, as root)",
    fuzz: "120,000 hostile responses and 50,000 hostile inputs, judged by a second rule",
    simulate: "100,000 interleaved batches of Once; with --planted, also with wrong rules, which it must find",
    load: "64 concurrent callers with faults, over node:http and fetch, and what they leave behind",
    mutation: "thousands of small changes to the code, and whether a test notices; --room wire tries one folder of src",
  },
  measure: {
    bench: "a call, a start and the size beside bare fetch and other SDKs; --quick takes a minute and is rough",
    once: "the tests of stores on PostgreSQL; --measure: the cost of a capture",
    fake: "the time of a call to the fake with 10, 1,000 and 100,000 orders in it",
  },
  ship: {
    package: "the packed library on every supported runtime, bundler and compiler",
    examples: "the backends among the examples, as consumers of the packed library",
    "go-live": "the go-live guide in a new folder, from npm install to the report of stage one",
    queue: "examples/capture-queue: its type-check and its tests, on PostgreSQL",
    "queue-night": "a night with every fault, on both databases, with pg-boss and without a queue",
    browser: "the fake's page in Chromium",
    "docs-look": "every page of the site in Chromium, as screenshots to review",
    audit: "known vulnerabilities in the runtime dependencies and in the bundled packages",
  },
};

const build = "npm run --silent build";
const install = (folder: string) => `node lab/install.ts ${folder}`;
const postgres = "bash lab/apt.sh /usr/lib/postgresql/15/bin/initdb postgresql-15";
const chromium = "bash lab/apt.sh /usr/bin/chromium chromium";
const nginx = "bash lab/apt.sh /usr/sbin/nginx nginx";
const varnish = "bash lab/apt.sh /usr/sbin/varnishd varnish";
const queue = `${postgres} && bash lab/ship/queue.sh`;
const bench = `${install("measure/bench")} && tsc -p lab/measure/bench && node lab/measure/bench/run.ts`;
const once = `${install("measure/once/driver")} && tsc -p lab/measure/once && node lab/measure/once/run.ts`;

type Name = { [Room in keyof typeof rooms]: keyof (typeof rooms)[Room] }[keyof typeof rooms];

/** For a shell with the binaries of node_modules on its PATH. */
const commands: Readonly<Record<Name, string>> = {
  nodes: `${build} && ${install("prove/nodes")} && node lab/prove/nodes/run.ts`,
  proxies: `${nginx} && ${varnish} && ${build} && node lab/prove/proxies/run.ts`,
  netns: "bash lab/prove/netns/run.sh",
  fuzz: `${build} && node lab/prove/fuzz/run.ts`,
  simulate: "node lab/prove/simulate/run.ts",
  load: `${build} && node --expose-gc lab/prove/load/run.ts`,
  mutation: `${build} && node lab/prove/mutation/run.ts`,
  bench: `${build} && ${bench}`,
  once: `${postgres} && ${build} && ${once}`,
  fake: `${build} && node lab/measure/fake.ts`,
  package: `${postgres} && ${install("ship/package")} && node lab/ship/package/run.ts`,
  examples: `${chromium} && node lab/ship/examples.ts`,
  "go-live": "node lab/ship/go-live.ts",
  queue: `${queue} test`,
  "queue-night": `${queue} night`,
  browser: `${chromium} && ${build} && vitest run --config lab/ship/browser/vitest.config.ts`,
  "docs-look": `${chromium} && npm run docs && node lab/ship/docs-look.ts`,
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
