/** The command's options: what may be given, and what is said when something else is. */
import { parseArgs } from "node:util";
import { assumptions } from "../../errors/assumptions.js";
import { type FieldRule, fields, tryField } from "../../model/fields.js";
import * as is from "../../model/is.js";
import { controlPath, isControlPath } from "../console/control-path.js";
import { failureStatusRule, keysRule, repeatRule } from "../service/rules/quirks.js";
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

/** A rule of what an option's text stands for. */
const parsed =
  <T>(parse: (text: string) => unknown, rule: FieldRule<T>): FieldRule<T> =>
  (text, fault) =>
    rule(parse(String(text)), fault);

const notEmpty = is.matching(/./s, "text that is not empty");

const digits = (text: string) => (/^\d{1,10}$/.test(text) ? Number(text) : undefined);

const wholeNumber = (most: number) => parsed(digits, is.wholeNumber(0, most));

/** Values with commas between them. */
const separated = <T>(each: FieldRule<T>) => parsed((text) => text.split(","), is.listOf(each));

const basePath: FieldRule<string> = (text, fault) => {
  const path = String(text).replace(/\/$/, ""); // a slash at the end makes no difference
  const isPath = /^(\/[\w.~-]+)*$/.test(path) && !/\/\.{1,2}(\/|$)/.test(path);
  if (isPath && !isControlPath(path)) return path;
  return fault(`must be a path like /api or /payments/v1, and not under ${controlPath}`);
};

/** Pairs such as `a=b,c=d`, which are read as an object is. */
const pairs =
  <T>(example: string, rule: FieldRule<T>): FieldRule<T> =>
  (text, fault) => {
    const all = String(text)
      .split(",")
      .map((pair) => pair.split("="));
    if (all.every(({ length }) => length === 2)) return rule(Object.fromEntries(all), fault);
    return fault(`must be pairs like ${example}, with commas between them`);
  };

const shape = {
  port: wholeNumber(65_535),
  host: notEmpty,
  "allow-host": separated(is.matching(/^[\w.-]+$/, "a name without a port")),
  "base-path": basePath,
  "merchant-id": is.matching(/^[^:]+$/, "text without a colon, and not empty"),
  password: notEmpty,
  seed: wholeNumber(2 ** 32 - 1),
  keep: wholeNumber(1_000_000),
  waive: separated(is.oneOf(assumptions)),
  "status-keys": pairs("ORDER_NOT_FOUND=NO_SUCH_ORDER", keysRule),
  repeat: pairs("paypal=captured_again", repeatRule),
  "failure-status": parsed(digits, failureStatusRule),
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
  const { faults, value } = tryField("", values, fields(shape));
  if (value === undefined || faults.length > 0) throw new TypeError(faults.map((fault) => `--${fault}`).join("; "));
  const { port = 4010, host = "127.0.0.1", "base-path": basePath = "", "allow-host": allowedHosts, ...more } = value;
  const { "merchant-id": merchantId, password, seed, keep: keepRequests, waive, "status-keys": keys, repeat } = more;
  const quirks = withoutUndefined({ keys, repeat, failureStatus: more["failure-status"] });
  return {
    server: withoutUndefined({ port, host, allowedHosts, basePath }),
    service: withoutUndefined({ merchantId, password, seed, keepRequests, waive, quirks }),
  };
}
