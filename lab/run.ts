// Runs what measures or takes minutes: `npm run lab -- <name>`. What follows the name is passed on; without one the names
// are listed.
import { spawnSync } from "node:child_process";

interface Program {
  readonly name: string;
  readonly does: string;
  /** For the shell, which knows the packages' commands from npm. */
  readonly command: string;
}

const build = "npm run --silent build";

const programs: readonly Program[] = [
  {
    name: "examples",
    does: "the backends among the examples, as consumers of the packed library; names choose some of them",
    command: "node lab/examples/run.ts",
  },
  {
    name: "queue",
    does: "examples/capture-queue: a night of 1,000 captures on which everything goes wrong, on PostgreSQL",
    command: "bash lab/queue/run.sh test",
  },
  {
    name: "queue-demo",
    does: "a night of that queue to look at: a worker killed, a password changed",
    command: "bash lab/queue/run.sh demo",
  },
  {
    name: "queue-measure",
    does: "captures per second of that queue",
    command: "bash lab/queue/run.sh measure",
  },
  {
    name: "package",
    does: "the packed library on each run time, bundler and compiler that it is meant for",
    command: "node lab/install.ts package && node lab/package/run.ts",
  },
  {
    name: "browser",
    does: "the fake's page, in Chromium",
    command: "bash lab/browser/run.sh",
  },
  {
    name: "fake",
    does: "time per call of the fake with 10, 1,000 and 100,000 orders in it",
    command: `${build} && node lab/fake/run.ts`,
  },
  {
    name: "nodes",
    does: "every fault on real sockets, on Node 22, 24 and 26",
    command: `${build} && node lab/install.ts nodes && node lab/nodes/run.ts`,
  },
  {
    name: "netns",
    does: "broken routes, links and name servers, in network namespaces (Linux, as root)",
    command: "bash lab/netns/run.sh",
  },
  {
    name: "fuzz",
    does: "120,000 hostile responses and 50,000 hostile inputs, judged by a second rule",
    command: `${build} && node lab/fuzz/run.ts`,
  },
  {
    name: "load",
    does: "64 callers at once amid faults, over both ways to the network, and what is left behind",
    command: `${build} && node --expose-gc lab/load/run.ts`,
  },
  {
    name: "simulate",
    does: "100,000 nights of Once in which everything interleaves; with --planted also rules that are shorter than ours",
    command: "node lab/simulate/run.ts",
  },
  {
    name: "resolve",
    does: "what of the unknown resolveFinalization finds out, over the fake with faults and late arrivals",
    command: `${build} && node lab/resolve/run.ts`,
  },
  {
    name: "once",
    does: "the stores of Once: the kit over PostgreSQL; with --measure the work of either for a capture",
    command: `${build} && bash lab/postgres.sh && node lab/install.ts once/driver && tsc -p lab/once && node lab/once/run.ts`,
  },
  {
    name: "mutation",
    does: "thousands of small changes to the code, and whether a test notices (about 25 minutes)",
    command: "stryker run lab/mutation/stryker.config.json",
  },
  {
    name: "bench",
    does: "a call, a start and the size beside bare fetch and other SDKs; roughly, in a minute, with --quick",
    command: `${build} && node lab/install.ts bench && tsc -p lab/bench && node lab/bench/run.ts`,
  },
  {
    name: "docs-look",
    does: "every page of the site in Chromium, for a person to look at",
    command: "npm run docs && node docs/site/look.ts",
  },
  {
    name: "audit",
    does: "known vulnerabilities in the run-time dependencies and in what is bundled",
    command: `${build} && node lab/audit.ts`,
  },
];

const [chosen = "", ...args] = process.argv.slice(2);
const program = programs.find(({ name }) => name === chosen);
if (program === undefined) {
  console.log("npm run lab -- <name>, which is one of:\n");
  for (const { name, does } of programs) console.log(`  ${name.padEnd(13)}  ${does}`);
  process.exitCode = chosen === "" ? 0 : 1;
} else {
  const { status } = spawnSync("sh", ["-c", `${program.command} "$@"`, chosen, ...args], { stdio: "inherit" });
  process.exitCode = status ?? 1;
}
