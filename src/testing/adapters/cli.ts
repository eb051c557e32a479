#!/usr/bin/env node
/** The command `merchant-payments-fake`: the fake on a port, for a client in any language and for a browser. */
import { FakePaymentService } from "../service/fake-payment-service.js";
import { type CliOptions, help, readOptions } from "./cli-options.js";
import { greeting, requestLine } from "./cli-output.js";
import { type PaymentServer, startPaymentServer } from "./server.js";

const print = (text: string) => process.stdout.write(text);

// The fake goes on if the reader of its output ends, as `head` does after some lines.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

/** Says what keeps the command from running, and ends it. */
function fail(message: string, exitCode: 1 | 2): void {
  process.stderr.write(`merchant-payments-fake: ${message}\n`);
  process.exitCode = exitCode;
}

async function run({ server: serverOptions, service: serviceOptions }: CliOptions): Promise<void> {
  const service = new FakePaymentService(serviceOptions);
  let server: PaymentServer;
  try {
    server = await startPaymentServer({ service, ...serverOptions });
  } catch (error) {
    return fail(whyNotListening(error, serverOptions), 1);
  }
  print(greeting(server));
  service.subscribe((request) => {
    if (request !== undefined) print(`${requestLine(request, new Date())}\n`);
  });
  // After the server is closed, the process ends by itself.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void server.close());
}

function whyNotListening(error: unknown, { host, port }: CliOptions["server"]): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "EADDRINUSE") return `port ${port} on ${host} is in use: choose another one with --port.`;
  if (code === "EACCES") return `port ${port} is not for you to listen on: choose one above 1023 with --port.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") return `${host} is no address of this machine: see --host.`;
  return message;
}

/** Says why the command cannot take its options. */
function readOrFail(): CliOptions | "help" | undefined {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    const message = (error as Error).message.replace(/\.?$/, "."); // Node's own ends without a full stop
    if (error instanceof TypeError) fail(`${message} See --help.`, 2);
    else fail(message, 1);
    return undefined;
  }
}

const options = readOrFail();
if (options === "help") print(help);
else if (options) await run(options);
