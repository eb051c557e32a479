/** The command's options: what may be given, and what is said when something else is. */
import { parseArgs } from "node:util";
import { assumptions } from "../../errors/assumptions.js";
import { controlPath, isControlPath } from "../console/control-path.js";
import { type Rule, readField } from "../service/fields.js";
import * as is from "../service/is.js";
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

/** @param expected - What the option must be, in words. */
const matching = (pattern: RegExp, expected: string) =>
  is.rule(expected, (text) => (pattern.test(String(text)) ? String(text) : undefined));

const notEmpty = matching(/./s, "text that is not empty");

const wholeNumber = (most: number) =>
  is.rule(`a whole number from 0 to ${most}`, (text) => {
    return /^\d{1,10}$/.test(String(text)) && Number(text) <= most ? Number(text) : undefined;
  });

const separated = <T>(expected: string, each: Rule<T>) =>
  is.rule(`${expected}, with commas between them`, (text) => is.listOf("", each).read(String(text).split(",")));

const basePath = is.rule(`a path like /api or /payments/v1, and not under ${controlPath}`, (text) => {
  const path = String(text).replace(/\/$/, ""); // a slash at the end makes no difference
  const isPath = /^(\/[\w.~-]+)*$/.test(path) && !/\/\.{1,2}(\/|$)/.test(path);
  return isPath && !isControlPath(path) ? path : undefined;
});

/** Pairs such as `a=b,c=d`, which are read as an object is. */
const pairs = <T>(example: string, { read }: Rule<T>) =>
  is.rule(`pairs like ${example}, with commas between them`, (text) => {
    const all = String(text)
      .split(",")
      .map((pair) => pair.split("="));
    return all.every(({ length }) => length === 2) ? read(Object.fromEntries(all)) : undefined;
  });

const failureStatus: Rule<number> = {
  ...failureStatusRule,
  read: (text) => failureStatusRule.read(/^\d{3}$/.test(String(text)) ? Number(text) : undefined),
};

const names =
  "port host allow-host base-path merchant-id password seed keep waive status-keys repeat failure-status".split(" ");
const texts = Object.fromEntries(names.map((name) => [name, { type: "string" } as const]));

/**
 * The options, or `"help"` when that was asked for.
 *
 * @throws TypeError that says which option the command cannot take.
 */
export function readOptions(args: readonly string[]): CliOptions | "help" {
  const options = { ...texts, help: { type: "boolean", short: "h" } } as const;
  const values: Readonly<Record<string, unknown>> = parseArgs({ args: [...args], options }).values;
  if (values["help"]) return "help";
  const read = <T>(name: string, rule: Rule<T>) => readField(`--${name}`, values[name], is.optional(rule));
  return {
    server: withoutUndefined({
      port: read("port", wholeNumber(65_535)) ?? 4010,
      host: read("host", notEmpty) ?? "127.0.0.1",
      allowedHosts: read("allow-host", separated("names without ports", matching(/^[\w.-]+$/, "a name"))),
      basePath: read("base-path", basePath) ?? "",
    }),
    service: withoutUndefined({
      merchantId: read("merchant-id", matching(/^[^:]+$/, "text without a colon, and not empty")),
      password: read("password", notEmpty),
      seed: read("seed", wholeNumber(2 ** 32 - 1)),
      keepRequests: read("keep", wholeNumber(1_000_000)),
      waive: read("waive", separated(`some of ${assumptions.join()}`, is.oneOf(assumptions))),
      quirks: withoutUndefined({
        keys: read("status-keys", pairs("ORDER_NOT_FOUND=NO_SUCH_ORDER", keysRule("--status-keys"))),
        repeat: read("repeat", pairs("paypal=captured_again", repeatRule("--repeat"))),
        failureStatus: read("failure-status", failureStatus),
      }),
    }),
  };
}
