/** The command's options: what may be given, and what is said when something else is. */
import { parseArgs } from "node:util";
import { type Assumption, assumptions } from "../../errors/assumptions.js";
import { controlPath, isControlPath } from "../console/control-path.js";
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
  -h, --help            print this text
`;

/** What the command was asked to do. */
export interface CliOptions {
  readonly server: Omit<PaymentServerOptions, "service"> & { readonly port: number; readonly host: string };
  readonly service: FakePaymentServiceOptions;
}

/** An option that the command cannot take; the message says why. */
export class BadOption extends Error {}

/**
 * The options, or `"help"` when that was asked for.
 *
 * @throws BadOption
 */
export function readOptions(args: readonly string[]): CliOptions | "help" {
  const values = parseOptions(args);
  if (values.help) return "help";
  const { host = "127.0.0.1", "merchant-id": merchantId, password } = values;
  if (host === "") throw new BadOption("--host must not be empty.");
  if (merchantId !== undefined && !/^[^:]+$/.test(merchantId)) {
    throw new BadOption("--merchant-id must not be empty, and a colon cannot stand in it.");
  }
  if (password === "") throw new BadOption("--password must not be empty.");
  const seed = values.seed === undefined ? undefined : wholeNumber("--seed", values.seed, 2 ** 32 - 1);
  const keepRequests = values.keep === undefined ? undefined : wholeNumber("--keep", values.keep, 1_000_000);
  const waive = values.waive === undefined ? undefined : waivedNames(values.waive);
  const allowedHosts = values["allow-host"] === undefined ? undefined : hostNames(values["allow-host"]);
  const port = wholeNumber("--port", values.port ?? "4010", 65_535);
  return {
    server: withoutUndefined({ port, host, allowedHosts, basePath: basePathOf(values["base-path"]) }),
    service: withoutUndefined({ merchantId, password, seed, keepRequests, waive }),
  };
}

function parseOptions(args: readonly string[]) {
  const text = { type: "string" } as const;
  const options = {
    port: text,
    host: text,
    "allow-host": text,
    "base-path": text,
    "merchant-id": text,
    password: text,
    seed: text,
    keep: text,
    waive: text,
    help: { type: "boolean", short: "h" },
  } as const;
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new BadOption((error as Error).message.replace(/\.?$/, "."));
  }
}

function wholeNumber(name: string, text: string, most: number): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (value <= most) return value;
  throw new BadOption(`${name} must be a whole number from 0 to ${most}, not "${text}".`);
}

function hostNames(text: string): string[] {
  const names = text.split(",");
  const wrong = names.find((name) => !/^[\w.-]+$/.test(name));
  if (wrong === undefined) return names;
  throw new BadOption(`--allow-host must be names with commas between them, without ports, not "${text}".`);
}

function waivedNames(text: string): Assumption[] {
  const names = text.split(",") as Assumption[];
  if (names.every((name) => assumptions.includes(name))) return names;
  throw new BadOption(`--waive must be some of ${assumptions.join()}, with commas between them, not "${text}".`);
}

function basePathOf(text = ""): string {
  const basePath = text.replace(/\/$/, ""); // a slash at the end makes no difference
  if (!/^(\/[\w.~-]+)*$/.test(basePath) || /\/\.{1,2}(\/|$)/.test(basePath)) {
    throw new BadOption(`--base-path must look like /api or /payments/v1, not "${text}".`);
  }
  if (isControlPath(basePath)) throw new BadOption(`--base-path ${controlPath} is the fake's own.`);
  return basePath;
}
