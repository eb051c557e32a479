/** The programs of the lab, each with its purpose. */
export const rooms = {
  prove: {
    nodes: "every fault on real sockets, on Node 22, 24 and 26",
    proxies: "nginx and Varnish in front of the fake, which respond in its place or send again (Debian, as root)",
    netns: "broken routes, links and name servers, in network namespaces (Linux, as root)",
    fuzz: "120,000 hostile responses and 50,000 hostile inputs, judged by a second rule",
    simulate: "100,000 interleaved batches of Once; with --planted, also with wrong rules, which it must find",
    quick: "which quick tests take more than 300 ms, and which need as much CPU time alone",
    peers: "the library beside arktype, valibot and pino, and the newest OpenTelemetry that it accepts",
    load: "64 concurrent callers with faults, over node:http and fetch, and what they leave behind",
    mutation: "thousands of small changes to the code, and whether a test notices; --room wire tries one folder of src",
  },
  measure: {
    bench: "a call, a start and the size beside bare fetch and other SDKs; --quick takes a minute and is rough",
    once: "the tests of stores on PostgreSQL; --measure: the cost of a capture",
  },
  ship: {
    package: "the packed library on every supported runtime, bundler and compiler",
    examples: "the backends among the examples, as consumers of the packed library",
    queue: "examples/capture-queue: its type-check and its tests, on PostgreSQL",
    "queue-night": "a night with every fault, on both databases, with pg-boss and without a queue",
    browser: "the fake's page in Chromium",
    audit: "known vulnerabilities in the runtime dependencies and in the bundled packages",
  },
};
