/** Does what the command `merchant-payments once` was asked, by `OnceReview` alone. */
import type { OnceEntry, OnceSnapshot } from "../entry.js";
import { OnceReview } from "../review.js";
import type { OnceVersion } from "../rules/decide.js";
import { type Asked, help, readArguments } from "./arguments.js";
import { openStore } from "./stores.js";

/** The surroundings of the command. */
export interface Terminal {
  readonly print: (text: string) => void;
  readonly complain: (text: string) => void;
  /** Asks a person; undefined outside a terminal. */
  readonly ask: ((question: string) => Promise<string>) | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What messages say to a program, and what a person types. */
const WORDS = [
  ["give create: true once", "run merchant-payments once create"],
  ["call await store.migrate() once", "run merchant-payments once create"],
  [/(?:give )?balance: \{ differs: ("[^"]*") \}/, "give --differs $1"],
  ['with books: "removed"', "with --books removed"],
  ["the transactionId of", "the --transaction-id of"],
] as const;

/** Returns the exit code: 0 done, 1 refused or failed, 2 asked wrongly. */
export async function run(args: readonly string[], terminal: Terminal): Promise<0 | 1 | 2> {
  try {
    const asked = readArguments(args);
    if (asked === "help") terminal.print(help);
    else await act(asked, terminal);
    return 0;
  } catch (error) {
    const { name, message, cause } = error as Error & { readonly cause?: Partial<Error> };
    const text = WORDS.reduce((words, [inCode, here]) => words.replace(inCode, here), message);
    const why = cause?.message === undefined || message.includes(cause.message) ? "" : ` (${cause.message})`;
    terminal.complain(`merchant-payments once: ${text}${why}${name === "TypeError" ? ". See --help" : ""}\n`);
    return name === "TypeError" ? 2 : 1;
  }
}

async function act(asked: Asked, terminal: Terminal): Promise<void> {
  const { store, migrate, close } = await openStore(asked, terminal.env);
  try {
    const review = new OnceReview({ store });
    const print = (value: object, shown: string) => terminal.print(asked.json ? `${JSON.stringify(value)}\n` : shown);
    switch (asked.command) {
      case "create":
      case "migrate":
        await migrate();
        return print({ isReady: true }, "The tables are ready.\n");
      case "counts": {
        const found = await review.counts();
        const rows = found.counts.map(({ state, waitsFor, count, oldestDueAt, oldestStateSince }) => {
          return [state, waitsFor, String(count), timeOf(oldestDueAt), timeOf(oldestStateSince)];
        });
        return print(found, table(["state", "waits for", "keys", "oldest due", "oldest since"], rows));
      }
      case "list": {
        const { state, limit, after } = asked;
        const waitsFor = asked["waits-for"] as OnceEntry["waitsFor"] | undefined;
        const states = state === undefined ? [] : [state as OnceEntry["state"]];
        const found = await review.list({ waitsFor, states, after, limit: Number(limit ?? 100) });
        const next = found.next === undefined ? "" : `More: --after ${JSON.stringify(found.next)}\n`;
        return print({ ...found, entries: found.entries.map(shownOf) }, listed(found.entries) + next);
      }
      case "show": {
        const snapshot = await review.get(asked.key);
        if (snapshot === undefined) throw new Error(`there is no key ${asked.key}`);
        return print(shownOf(snapshot), detailed(snapshot));
      }
      case "decide":
      case "withdraw": {
        const entry = await change(review, asked, terminal);
        return print(entry, `${entry.key} is ${entry.state}, and waits for ${entry.waitsFor}.\n`);
      }
    }
  } finally {
    await close();
  }
}

/** Changes a key by a snapshot that is older than the evidence: given, or printed before anything is asked. */
async function change(review: OnceReview, asked: Asked, terminal: Terminal): Promise<OnceEntry> {
  const { command, key, as, by, why, seen, yes, finalized, pending, differs, books } = asked;
  const { ask } = terminal;
  if (by === undefined || why === undefined) throw new TypeError(`${command} needs --by and --why`);
  if (ask === undefined && !yes) throw new TypeError("outside a terminal, give --seen and --yes");
  const early = finalized === undefined ? pending && "pending" : "finalized";
  if (seen === undefined && early)
    throw new TypeError(`--${early} needs --seen, as show printed it before the balance was looked up`);
  const shown = seen === undefined ? await review.get(key) : undefined;
  if (shown !== undefined) terminal.print(detailed(shown));
  const version = seen === undefined ? shown : versionOf(key, seen);
  if (command === "withdraw" || as === undefined) {
    await confirm(`Withdraw ${key}?`, asked, ask);
    return await review.withdraw(version ?? { key, version: 0, seenAt: 0 }, { by, why });
  }
  if (version === undefined) throw new Error(`there is no key ${key}`);
  const figures = shown === undefined || ask === undefined ? { finalized, pending } : await askBalance(ask);
  await confirm(`Decide ${key} ${as}?`, asked, ask);
  const hasBalance = figures.finalized !== undefined || figures.pending !== undefined || differs !== undefined;
  const { "transaction-id": transactionId, "batch-id": batchId } = asked;
  const balance = hasBalance ? { ...figures, differs } : undefined;
  return await review.decide(version, { by, why, as, balance, transactionId, batchId, books: books as "removed" });
}

async function askBalance(ask: NonNullable<Terminal["ask"]>) {
  const now = "Look up the balance of the authorization now, not before. Leave it empty if you give --transaction-id.";
  const finalized = (await ask(`${now}\nFinalized: `)) || undefined;
  return { finalized, pending: finalized && ((await ask("Pending: ")) || undefined) };
}

function versionOf(key: string, seen: string): OnceVersion {
  const [version, seenAt] = seen.split("@").map(Number) as [number, number];
  return { key, version, seenAt };
}

async function confirm(question: string, { yes }: Asked, ask: Terminal["ask"]): Promise<void> {
  if (yes || (await ask?.(`${question} Type yes: `)) === "yes") return;
  throw new Error("nothing was changed");
}

const timeOf = (time: number | undefined) => (time === undefined ? "" : new Date(time).toISOString().slice(0, 19));

/** Without request bodies and the response, which may hold personal data. */
function shownOf({ response: _, request: { body: __, ...request }, ...more }: OnceSnapshot) {
  const history = more.history.map((each) => ({
    ...each,
    request: each.request && { ...each.request, body: undefined },
  }));
  return { ...more, history, request, seen: `${more.version}@${more.seenAt}` };
}

function listed(entries: readonly OnceSnapshot[]): string {
  const rows = entries.map(({ key, state, waitsFor, question = "", request, stateSince }) => {
    return [key, state, waitsFor, question, `${request.totalAmount} ${request.currencyCode}`, timeOf(stateSince)];
  });
  return table(["key", "state", "waits for", "question", "amount", "since"], rows);
}

function detailed(snapshot: OnceSnapshot): string {
  const { history, advice, ...shown } = shownOf(snapshot);
  const rows = Object.entries(shown).filter(([, value]) => value !== undefined && value !== "");
  const isTime = (name: string) => /(?:At|Since|Until)$/.test(name);
  const textOf = (name: string, value: unknown) => (isTime(name) ? timeOf(Number(value)) : String(value));
  const lines = rows.map(([name, value]) => [
    name,
    Object(value) === value ? JSON.stringify(value) : textOf(name, value),
  ]);
  const events = history.map((event) => `  ${timeOf(event.at)} ${JSON.stringify({ ...event, at: undefined })}\n`);
  return `${table([], lines)}${events.length > 0 ? "history\n" : ""}${events.join("")}${advice ? `\n${advice}\n` : ""}`;
}

/** A line break in a key or in the service's words would look like another row. */
const printable = (text: string) => text.replaceAll(/\p{Cc}/gu, "?");

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = (head.length > 0 ? [head, ...rows] : rows).map((row) => row.map(printable));
  const widths = (all[0] ?? []).map((_, column) => Math.max(...all.map((row) => (row[column] ?? "").length)));
  const lineOf = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ");
  return all.map((row) => `${lineOf(row).trimEnd()}\n`).join("");
}
