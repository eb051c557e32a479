// A fresh process: imports a client, makes one call, says what both cost. Plain JavaScript, since stripping types costs.
const [client, target] = process.argv.slice(2);
const before = process.cpuUsage();
const { connect } = await import(client);
const { user, system } = process.cpuUsage(before);
await connect(JSON.parse(target))();
const answeredMs = performance.now(); // since the process started
process.send({ importCpuMs: (user + system) / 1_000, answeredMs }, () => process.exit());
