/** What the command `merchant-payments once` was asked to do. */
import { parseArgs } from "node:util";
import * as z from "zod/mini";
import { optionsOf, textLike } from "../../model/options.js";
import { read } from "../../model/read.js";
import { owners, states } from "../entry.js";

export const help = `Usage: merchant-payments once <command> --store <store> [options]

  list                 the keys; --waits-for person lists those that a person must decide
  show KEY             one key, its question, and its snapshot for --seen
  decide KEY captured|not_captured|send_again
                       stores a decision; the workers' sweep carries it out
  withdraw KEY         closes a key that cannot be captured, so that its job captures nothing
  counts               the open keys by state, with their oldest times
  create, migrate      creates the tables of a new store, or updates them to this release

  --store <store>      sqlite:/absolute/path, or postgres: with the variables PGHOST … or DATABASE_URL, and --schema
  --schema <name>      the schema of the tables in PostgreSQL
  --merchant <name>    the merchant of the keys, if the store has several
  --json               prints JSON
  --waits-for, --state, --after, --limit                             of list
  --by <name>, --why <text>                                          who decides, and for what reason
  --seen <version@time>  the snapshot that show printed BEFORE the balance was looked up
  --finalized, --pending <amount>, --differs <text>                  the balance, looked up after that
  --transaction-id, --batch-id <id>, --books removed                 of decide
  --yes                does not ask; requires --seen
`;

const COMMANDS = ["list", "show", "decide", "withdraw", "counts", "create", "migrate"] as const;
const AS = ["captured", "not_captured", "send_again"] as const;
const text = z.optional(textLike(/\S/, "text"));
const shape = {
  store: text,
  schema: text,
  merchant: text,
  "waits-for": z.optional(z.enum(owners)),
  state: z.optional(z.enum(states)),
  after: text,
  limit: z.optional(textLike(/^[1-9]\d{0,3}$/, "a number of at most 1000")),
  by: text,
  why: text,
  seen: z.optional(textLike(/^\d+@\d+$/, "as show prints it, such as 3@1768435200000")),
  finalized: text,
  pending: text,
  differs: text,
  "transaction-id": text,
  "batch-id": text,
  books: z.optional(z.enum(["removed"])),
};
const schema = optionsOf(shape);
const words = optionsOf({ command: z.optional(z.enum(COMMANDS)), as: z.optional(z.enum(AS)) });
const flags = ["json", "yes", "help"] as const;

export interface Asked extends z.output<typeof schema> {
  readonly command: (typeof COMMANDS)[number];
  readonly key: string;
  readonly as: (typeof AS)[number] | undefined;
  readonly json: boolean;
  readonly yes: boolean;
}

/** @throws TypeError that says what is wrong. */
export function readArguments(args: readonly string[]): Asked | "help" {
  const strings = Object.keys(shape).map((name) => [name, { type: "string" }] as const);
  const switches = flags.map((name) => [name, { type: "boolean" }] as const);
  const options = Object.fromEntries([...strings, ...switches]);
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const { json = false, yes = false, help: isHelp = false, ...given } = values as Record<string, never>;
  if (isHelp || args.length === 0) return "help";
  const [once, command, key = "", as, ...more] = positionals;
  if (once !== "once") throw new TypeError("the first word must be once");
  const { value, issues } = read(schema, given, {});
  const ofKey = command === "show" || command === "decide" || command === "withdraw";
  const ofWords = read(words, { command, as: command === "decide" ? as : undefined }, {});
  const faults = [...issues, ...ofWords.issues].map(({ message }) => message);
  if (command === undefined) faults.push(`give a command: ${COMMANDS.join(", ")}`);
  if (ofKey && key === "") faults.push(`${command} needs a key`);
  if (command === "decide" && as === undefined) faults.push(`decide needs one of ${AS.join(", ")}`);
  if (more.length > 0 || (!ofKey && key !== "") || (command !== "decide" && as !== undefined)) {
    faults.push(`${positionals.at(-1)} is one word too many`);
  }
  if (given.store === undefined) faults.push("--store is required: sqlite:/absolute/path or postgres");
  if (yes && given.seen === undefined)
    faults.push("--yes requires --seen, as show printed it before the balance was looked up");
  if (faults.length > 0) throw new TypeError(faults.join("; "));
  return { ...(value as Partial<Asked>), command: command as Asked["command"], key, as: as as Asked["as"], json, yes };
}
