// Runs what measures or takes minutes: `npm run lab -- <name>`. Arguments after the name are passed on. Without a name, it
// lists the programs by room.
import { spawnSync } from "node:child_process";

/** Each program's purpose, and its command for a shell in which the binaries of node_modules are on the PATH. */
type Room = Readonly<Record<string, readonly [purpose: string, command: string]>>;

const build = "npm run --silent build";
const install = (folder: string) => `node lab/install.ts ${folder}`;
const postgres = "bash lab/apt.sh /usr/lib/postgresql/15/bin/initdb postgresql-15";
const chromium = "bash lab/apt.sh /usr/bin/chromium chromium";
const queue = `${postgres} && bash lab/ship/queue.sh`;

const prove: Room = {
  nodes: [
    "every fault on real sockets, on Node 22, 24 and 26",
    `${build} && ${install("prove/nodes")} && node lab/prove/nodes/run.ts`,
  ],
  netns: [
    "broken routes, links and name servers, in network namespaces (Linux, as root)",
    "bash lab/prove/netns/run.sh",
  ],
  fuzz: [
    "120,000 hostile responses and 50,000 hostile inputs, judged by a second rule",
    `${build} && node lab/prove/fuzz/run.ts`,
  ],
  simulate: [
    "100,000 interleaved batches of Once, checked against the service; with --planted, rules that are too short as well",
    "node lab/prove/simulate/run.ts",
  ],
  load: [
    "64 callers at once amid faults, over node:http and fetch, and what they leave behind",
    `${build} && node --expose-gc lab/prove/load/run.ts`,
  ],
  mutation: [
    "thousands of small changes to the code, and whether a test notices (about 25 minutes)",
    "stryker run lab/prove/mutation/stryker.config.json",
  ],
};

const measure: Room = {
  bench: [
    "a call, a start and the size beside bare fetch and other SDKs; --quick takes a minute and is rough",
    `${build} && ${install("measure/bench")} && tsc -p lab/measure/bench && node lab/measure/bench/run.ts`,
  ],
  once: [
    "the store kit over PostgreSQL; with --measure, the work of each store for a capture",
    `${postgres} && ${build} && ${install("measure/once/driver")} && tsc -p lab/measure/once && node lab/measure/once/run.ts`,
  ],
  fake: [
    "the time of a call to the fake with 10, 1,000 and 100,000 orders in it",
    `${build} && node lab/measure/fake.ts`,
  ],
};

const ship: Room = {
  package: [
    "the packed library on every supported runtime, bundler and compiler",
    `${install("ship/package")} && node lab/ship/package/run.ts`,
  ],
  examples: ["the backends among the examples, as consumers of the packed library", "node lab/ship/examples.ts"],
  queue: ["examples/capture-queue: a batch of 1,000 captures with every fault, on PostgreSQL", `${queue} test`],
  "queue-demo": ["a batch of that queue to watch: a killed worker, a changed password", `${queue} demo`],
  "queue-measure": ["captures per second of that queue", `${queue} measure`],
  browser: [
    "the fake's page in Chromium",
    `${chromium} && ${build} && vitest run --config lab/ship/browser/vitest.config.ts`,
  ],
  "docs-look": [
    "every page of the site in Chromium, as screenshots to review",
    `${chromium} && npm run docs && node lab/ship/docs-look.ts`,
  ],
  audit: [
    "known vulnerabilities in the runtime dependencies and in what is bundled",
    `${build} && node lab/ship/audit.ts`,
  ],
};

const [chosen = "", ...args] = process.argv.slice(2);
const program = { ...prove, ...measure, ...ship }[chosen];
if (program === undefined) {
  console.log("npm run lab -- <name>");
  for (const [room, programs] of Object.entries({ prove, measure, ship })) {
    console.log(`\n${room}`);
    for (const [name, [purpose]] of Object.entries(programs)) console.log(`  ${name.padEnd(13)}  ${purpose}`);
  }
  process.exitCode = chosen === "" ? 0 : 1;
} else {
  const { status } = spawnSync("sh", ["-c", `${program[1]} "$@"`, chosen, ...args], { stdio: "inherit" });
  process.exitCode = status ?? 1;
}
