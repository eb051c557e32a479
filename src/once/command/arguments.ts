/** What the command `merchant-payments once` was asked to do. */
import { parseArgs } from "node:util";
import * as z from "zod/mini";
import { optionsOf, readOptions, textLike } from "../../model/options.js";
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
  --merchant <name>    the option merchant of the workers' store, if they set it
  --json               prints JSON
  --waits-for, --state, --after, --limit                             of list
  --by <name>, --why <text>                                          who decides, and for what reason
  --seen <version@time>  the snapshot that show printed BEFORE the balance was looked up
  --finalized, --pending <amount>, --differs <text>                  the balance, looked up after that
  --transaction-id, --batch-id <id>, --books removed                 of decide
  --yes                does not ask; requires --seen
`;

const text = textLike(/\S/, "text");
const flag = z.optional(z.boolean());
const ofStore = { store: text, schema: z.optional(text), merchant: z.optional(text), json: flag, help: flag };
const ofList = {
  "waits-for": z.optional(z.enum(owners)),
  state: z.optional(z.enum(states)),
  after: z.optional(text),
  limit: z.optional(textLike(/^[1-9]\d{0,3}$/, "a number of at most 1000")),
};
const ofWithdrawal = {
  key: text,
  by: text,
  why: text,
  seen: z.optional(textLike(/^\d+@\d+$/, "as show prints it, such as 3@1768435200000")),
  yes: flag,
};
const ofDecision = {
  ...ofWithdrawal,
  as: z.enum(["captured", "not_captured", "send_again"]),
  finalized: z.optional(text),
  pending: z.optional(text),
  differs: z.optional(text),
  "transaction-id": z.optional(text),
  "batch-id": z.optional(text),
  books: z.optional(z.enum(["removed"])),
};
/** The words, which are `key` and `as`, and the options of each command. */
const commands: Readonly<Record<string, object>> = {
  list: ofList,
  show: { key: text },
  decide: ofDecision,
  withdraw: ofWithdrawal,
  counts: {},
  create: {},
  migrate: {},
};
const required = {
  store: "give --store sqlite:/absolute/path or --store postgres",
  key: "give the idempotency key",
  as: "give captured, not_captured or send_again",
  by: "give --by, who decides",
  why: "give --why, for what reason",
};

const all = { ...ofStore, ...ofList, ...ofDecision };
export interface Asked extends Partial<z.output<z.ZodMiniObject<typeof all, z.core.$strip>>> {
  readonly command: string;
}

/** @throws TypeError that says what is wrong. */
export function readArguments(args: readonly string[]): Asked | "help" {
  const typeOf = (name: string) => (["json", "yes", "help"].includes(name) ? "boolean" : "string");
  const options = Object.keys(all).map((name) => [name, { type: typeOf(name) }] as const);
  const parsed = parseArgs({ args: [...args], options: Object.fromEntries(options), allowPositionals: true });
  const { values, positionals } = parsed;
  if (values["help"] || args.length === 0) return "help";
  const [once, command = "", ...words] = positionals;
  if (once !== "once") throw new TypeError("the first word must be once");
  if (!Object.hasOwn(commands, command)) throw new TypeError(`give a command: ${Object.keys(commands).join(", ")}`);
  const shape = { ...ofStore, ...commands[command] };
  const places = ["key", "as"].filter((name) => name in shape);
  if (words.length > places.length) throw new TypeError(`${words.at(-1)} is one word too many`);
  const strange = Object.keys(values).find((name) => !(name in shape)) ?? "";
  const others = Object.keys(commands).filter((each) => strange in (commands[each] as object));
  if (strange !== "")
    throw new TypeError(`--${strange} is not an option of ${command}, but of ${others.join(" and ")}`);
  const given = { ...values, ...Object.fromEntries(places.map((place, index) => [place, words[index]])) };
  const asked: Omit<Asked, "command"> = readOptions(command, optionsOf(shape), given, { required });
  const early = asked.yes ? "yes" : ["finalized", "pending"].find((name) => name in values);
  const as = "as show printed it before the balance was looked up";
  if (asked.seen === undefined && early !== undefined) throw new TypeError(`--${early} requires --seen, ${as}`);
  return { ...asked, command };
}
