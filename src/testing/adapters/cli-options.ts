/** The command's options: what may be given, and what is said when something else is. */
import { parseArgs } from "node:util";
import * as z from "zod/mini";
import { assumptions } from "../../errors/assumptions.js";
import { optionsOf, textLike, that } from "../../model/options.js";
import { read } from "../../model/read.js";
import { controlPath, isControlPath } from "../console/control-path.js";
import { failureStatusSchema, keysSchema, repeatSchema } from "../service/rules/quirks.js";
import { withoutUndefined } from "../service/rules/received-values.js";
import type { FakePaymentServiceOptions } from "../service/service-options.js";
import type { PaymentServerOptions } from "./server.js";

export const help = `Usage: merchant-payments-fake [options]

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

/** What the command was asked to do. */
export interface CliOptions {
  readonly server: Omit<PaymentServerOptions, "service"> & { readonly port: number; readonly host: string };
  readonly service: FakePaymentServiceOptions;
}

/** What an option's text stands for. */
const parsed = <T>(parse: (text: string) => unknown, schema: z.ZodMiniType<T>) =>
  z.optional(z.pipe(z.transform(parse), schema as z.ZodMiniType<T, unknown>));

const notEmpty = z.optional(textLike(/./s, "text that is not empty"));

const digits = (text: string) => (/^\d{1,10}$/.test(text) ? Number(text) : undefined);

const wholeNumber = (most: number) =>
  parsed(
    digits,
    that<number>(`a whole number, 0 to ${most}`, (value) => Number(value) >= 0 && Number(value) <= most),
  );

/** Values with commas between them. */
const separated = <T>(each: z.ZodMiniType<T>) => parsed((text) => text.split(","), z.array(each));

const withoutSlash = (text: string) => text.replace(/\/$/, ""); // a slash at the end makes no difference
const isPath = (path: unknown) =>
  /^(\/[\w.~-]+)*$/.test(String(path)) && !/\/\.{1,2}(\/|$)/.test(String(path)) && !isControlPath(String(path));

/** Pairs such as `a=b,c=d`, which are read as an object is. */
const pairs = <T>(example: string, schema: z.ZodMiniType<T>) => {
  const form = textLike(/^[^=,]*=[^=,]*(?:,[^=,]*=[^=,]*)*$/, `pairs like ${example}, with commas between them`);
  const asObject = z.transform((text: string): unknown =>
    Object.fromEntries(text.split(",").map((pair) => pair.split("="))),
  );
  return z.optional(z.pipe(z.pipe(form, asObject), schema as z.ZodMiniType<T, unknown>));
};

const shape = {
  port: wholeNumber(65_535),
  host: notEmpty,
  "allow-host": separated(textLike(/^[\w.-]+$/, "a name without a port")),
  "base-path": parsed(
    withoutSlash,
    that<string>(`a path like /api or /payments/v1, and not under ${controlPath}`, isPath),
  ),
  "merchant-id": z.optional(textLike(/^[^:]+$/, "text without a colon, and not empty")),
  password: notEmpty,
  seed: wholeNumber(2 ** 32 - 1),
  keep: wholeNumber(1_000_000),
  waive: separated(z.enum(assumptions)),
  "status-keys": pairs("ORDER_NOT_FOUND=NO_SUCH_ORDER", keysSchema),
  repeat: pairs("paypal=captured_again", repeatSchema),
  "failure-status": parsed(digits, failureStatusSchema),
};

const texts = Object.fromEntries(Object.keys(shape).map((name) => [name, { type: "string" } as const]));

/**
 * The options, or `"help"` when that was asked for.
 *
 * @throws TypeError that lists the options that the command cannot take.
 */
export function readOptions(args: readonly string[]): CliOptions | "help" {
  const options = { ...texts, help: { type: "boolean", short: "h" } } as const;
  const { help, ...values } = parseArgs({ args: [...args], options }).values;
  if (help) return "help";
  const { value, issues } = read(optionsOf(shape), values, {});
  if (value === undefined) throw new TypeError(issues.map(({ message }) => `--${message}`).join("; "));
  const { port = 4010, host = "127.0.0.1", "base-path": basePath = "", "allow-host": allowedHosts, ...more } = value;
  const { "merchant-id": merchantId, password, seed, keep: keepRequests, waive, "status-keys": keys, repeat } = more;
  const quirks = withoutUndefined({ keys, repeat, failureStatus: more["failure-status"] });
  return {
    server: withoutUndefined({ port, host, allowedHosts, basePath }),
    service: withoutUndefined({ merchantId, password, seed, keepRequests, waive, quirks }),
  };
}
