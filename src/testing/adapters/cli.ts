#!/usr/bin/env node
/** The command `merchant-payments-fake`: the fake on a port, for a client in any language and for a browser. */
import { parseArgs } from "node:util";
import * as z from "zod/mini";
import { read } from "../../model/read.js";
import { FakePaymentService } from "../service/fake-payment-service.js";
import type { RecordedRequest } from "../service/http/recorded-request.js";
import { partialOf, textLike } from "../service/input.js";
import { failureStatusSchema, keysSchema, repeatSchema } from "../service/rules/quirks.js";
import { withoutUndefined } from "../service/rules/received-values.js";
import { serviceShape } from "../service/service-options.js";
import { type PaymentServer, serverShape, startPaymentServer } from "./server.js";

const help = `Usage: merchant-payments-fake [options]

Runs a fake of the payment service on a port, with a page that shows what happens.

  --port <number>       port to listen on; 0 takes a free one (default 4010)
  --host <name>         address to listen on (default 127.0.0.1). Whoever reaches it can control the fake.
  --allow-host <names>  other host names for the page and the control API, for instance payments,host.docker.internal
  --base-path <path>    path before the service's own paths, for instance /api (default none)
  --merchant-id <id>    merchant id of your client (default merchant-1)
  --password <text>     password of your client (default fake-password)
  --seed <number>       another seed makes other order ids (default 1)
  --keep <number>       how many of the latest requests to keep (default 1000)
  --waive <names>       rules to turn off, as in the client's option, for instance amountDecimals,salesLocation
  --status-keys <pairs> your service's names of status keys, for instance ORDER_NOT_FOUND=NO_SUCH_ORDER
  --repeat <pairs>      what a second finalization gets, by payment method, for instance paypal=captured_again
                        (rejected, same_success or captured_again; default rejected)
  --failure-status <n>  HTTP status of failures (default 200)
  -h, --help            print this text
`;

/** What an option's text stands for. */
const parsed = <T>(parse: (text: unknown) => unknown, schema: z.ZodMiniType<T>) =>
  z.pipe(z.transform(parse), schema as z.ZodMiniType<T, unknown>);

const digits = (text: unknown) => (/^\d{1,10}$/.test(String(text)) ? Number(text) : undefined);
const list = (text: unknown) => String(text).split(",");

/** Pairs such as `a=b,c=d`, which are read as an object is. */
function pairs<T>(example: string, schema: z.ZodMiniType<T>) {
  const form = textLike(/^[^=,]*=[^=,]*(,[^=,]*=[^=,]*)*$/, `pairs like ${example}, with commas between them`);
  const asObject = (text: unknown) => Object.fromEntries(list(text).map((pair) => pair.split("=")));
  return z.pipe(form as z.ZodMiniType<unknown>, parsed(asObject, schema));
}

const shape = {
  port: parsed(digits, serverShape.port),
  host: serverShape.host,
  "allow-host": parsed(list, serverShape.allowedHosts),
  "base-path": serverShape.basePath,
  "merchant-id": serviceShape.merchantId,
  password: serviceShape.password,
  seed: parsed(digits, serviceShape.seed),
  keep: parsed(digits, serviceShape.keepRequests),
  waive: parsed(list, serviceShape.waive),
  "status-keys": pairs("ORDER_NOT_FOUND=NO_SUCH_ORDER", keysSchema),
  repeat: pairs("paypal=captured_again", repeatSchema),
  "failure-status": parsed(digits, failureStatusSchema),
};

/** @throws TypeError that lists the options that the command cannot take. */
function readOptions() {
  const texts = Object.fromEntries(Object.keys(shape).map((name) => [name, { type: "string" } as const]));
  const { help: isHelp, ...given } = parseArgs({ options: { ...texts, help: { type: "boolean", short: "h" } } }).values;
  if (isHelp) return undefined;
  const { value, issues } = read(partialOf(shape), given, {});
  if (value === undefined) throw new TypeError(issues.map(({ message }) => `--${message}`).join("; "));
  return value;
}

async function run(options: NonNullable<ReturnType<typeof readOptions>>): Promise<void> {
  const { port = 4010, host = "127.0.0.1", "base-path": basePath, "allow-host": allowedHosts } = options;
  const { "merchant-id": merchantId, password, seed, keep: keepRequests, waive } = options;
  const { "status-keys": keys, repeat, "failure-status": failureStatus } = options;
  const quirks = withoutUndefined({ keys, repeat, failureStatus });
  const service = new FakePaymentService(withoutUndefined({ merchantId, password, seed, keepRequests, waive, quirks }));
  let server: PaymentServer;
  try {
    server = await startPaymentServer({ service, port, host, ...withoutUndefined({ basePath, allowedHosts }) });
  } catch (error) {
    return fail(whyNotListening(error as NodeJS.ErrnoException, host, port), 1);
  }
  print(greeting(server));
  service.subscribe((request) => request && print(`${requestLine(request)}\n`));
  service.clock.run();
  // After the server is closed, the process ends by itself.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void server.close());
}

function greeting({ baseUrl, pageUrl, service }: PaymentServer): string {
  return `A fake of the payment service is running.

  Base URL     ${baseUrl}
  Merchant id  ${service.merchantId}
  Password     ${service.password}
  Page         ${pageUrl}

Stop it with Ctrl+C. Each call, as it comes:
`;
}

/** One line for a call: time, method, path, HTTP status, status key, and the fault if one struck. */
function requestLine({ method, path, response, fault, delivered }: RecordedRequest): string {
  const time = new Date().toTimeString().slice(0, 8);
  const status = response === undefined ? "- -" : `${response.httpStatus} ${response.statusKey}`;
  const lost = response !== undefined && !delivered ? " (response not delivered)" : "";
  return `${time} ${method} ${path} ${status}${fault === undefined ? "" : ` fault="${fault}"`}${lost}`;
}

function whyNotListening({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === "EADDRINUSE") return `port ${port} on ${host} is in use: choose another one with --port.`;
  if (code === "EACCES") return `port ${port} is not for you to listen on: choose one above 1023 with --port.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") return `${host} is no address of this machine: see --host.`;
  return message;
}

const print = (text: string) => process.stdout.write(text);

/** Says what keeps the command from running, and ends it. */
function fail(message: string, exitCode: 1 | 2): void {
  process.stderr.write(`merchant-payments-fake: ${message}\n`);
  process.exitCode = exitCode;
}

// The fake goes on if the reader of its output ends, as `head` does after some lines.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

try {
  const options = readOptions();
  if (options === undefined) print(help);
  else await run(options);
} catch (error) {
  const message = (error as Error).message.replace(/\.?$/, "."); // Node's own ends without a full stop
  if (error instanceof TypeError) fail(`${message} See --help.`, 2);
  else fail(message, 1);
}
