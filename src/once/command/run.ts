/** Does what the command `merchant-payments once` was asked, by `OnceReview` alone. */
import type { OnceEntry, OnceSnapshot } from "../entry.js";
import { OnceReview } from "../review.js";
import { type Asked, help, readArguments } from "./arguments.js";
import { openStore } from "./stores.js";

export interface Terminal {
  readonly print: (text: string) => void;
  readonly complain: (text: string) => void;
  readonly ask: ((question: string) => Promise<string>) | undefined; // outside a terminal
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What messages say to a program, and what a person types. */
const WORDS = [
  [/(?=Only for a new store)/, "Check --store and --schema. "],
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
    const help = name === "TypeError" ? ". See --help" : "";
    terminal.complain(`merchant-payments once: ${printable(text + why)}${help}\n`);
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
        return print(found, table([["state", "waits for", "keys", "oldest due", "oldest since"], ...rows]));
      }
      case "list": {
        const { state, limit = 100, after, "waits-for": waitsFor } = asked;
        const found = await review.list({ waitsFor, states: state && [state], after, limit: Number(limit) });
        const next = found.next === undefined ? "" : `More: --after ${printable(JSON.stringify(found.next))}\n`;
        return print({ ...found, entries: found.entries.map(shownOf) }, listed(found.entries) + next);
      }
      case "show": {
        const snapshot = await review.get(asked.key as string);
        const none = `there is no key ${asked.key} in this store: check the key and --merchant`;
        if (snapshot === undefined) throw new Error(none);
        return print(shownOf(snapshot), detailed(snapshot));
      }
      default: {
        const entry = await change(review, asked, terminal);
        print(entry, `${printable(entry.key)} is ${entry.state}, and waits for ${entry.waitsFor}.\n`);
      }
    }
  } finally {
    await close();
  }
}

/** Changes a key by a snapshot that is older than the evidence: given, or printed before anything is asked. */
async function change(review: OnceReview, asked: Asked, { ask, print }: Terminal): Promise<OnceEntry> {
  const { key = "", as, by = "", why = "", seen, yes, differs, books } = asked;
  if (ask === undefined && !yes) throw new TypeError("outside a terminal, give --seen and --yes");
  const [version, seenAt] = seen?.split("@").map(Number) ?? [];
  const shown = seen === undefined ? await review.get(key) : undefined;
  if (shown !== undefined) print(detailed(shown));
  const snapshot = shown ?? { key, version: version ?? 0, seenAt: seenAt ?? 0 }; // version 0: there is no key
  const { finalized, pending } = shown && as && ask ? await askBalance(ask) : asked;
  const isNew = seen === undefined && shown === undefined;
  const withdraw = isNew ? `There is no key ${key} in this store. Withdraw it before its job comes` : `Withdraw ${key}`;
  const question = as === undefined ? withdraw : `Decide ${key} ${as}`;
  if (!yes && (await ask?.(`${printable(question)}? Type yes: `)) !== "yes") throw new Error("nothing was changed");
  if (as === undefined) return await review.withdraw(snapshot, { by, why });
  const hasBalance = (finalized ?? pending ?? differs) !== undefined;
  const balance = hasBalance ? { finalized, pending, differs } : undefined;
  const { "transaction-id": transactionId, "batch-id": batchId } = asked;
  return await review.decide(snapshot, { by, why, as, balance, transactionId, batchId, books });
}

async function askBalance(ask: NonNullable<Terminal["ask"]>) {
  const now = "Look up the balance of the authorization now, not before. Leave it empty if you give --transaction-id.";
  const finalized = (await ask(`${now}\nFinalized: `)) || undefined;
  return { finalized, pending: finalized && ((await ask("Pending: ")) || undefined) };
}

const timeOf = (time: number | undefined) => (time === undefined ? "" : new Date(time).toISOString().slice(0, 19));

type Shown = Omit<OnceSnapshot, "response"> & { readonly seen: string };

/** Without request bodies and the response, which may hold personal data. */
function shownOf(snapshot: OnceSnapshot): Shown {
  const shown = { ...snapshot, seen: `${snapshot.version}@${snapshot.seenAt}` };
  const isShown = (name: string) => name !== "body" && name !== "response";
  return JSON.parse(JSON.stringify(shown, (name, value) => (isShown(name) ? value : undefined)));
}

function listed(entries: readonly OnceSnapshot[]): string {
  const rows = entries.map(({ key, state, waitsFor, question = "", request, stateSince }) => {
    return [key, state, waitsFor, question, `${request.totalAmount} ${request.currencyCode}`, timeOf(stateSince)];
  });
  return table([["key", "state", "waits for", "question", "amount", "since"], ...rows]);
}

function detailed(snapshot: OnceSnapshot): string {
  const { history, advice, ...shown } = shownOf(snapshot);
  const textOf = (name: string, value: unknown) => {
    if (typeof value === "number" && /(?:At|Since|Until)$/.test(name)) return timeOf(value);
    return typeof value === "object" ? JSON.stringify(value) : String(value);
  };
  const rows = Object.entries(shown).map(([name, value]) => [name, textOf(name, value)]);
  const events = history.map(({ at, ...event }) => `  ${timeOf(at)} ${printable(JSON.stringify(event))}\n`);
  const ends = advice ? `\n${printable(advice)}\n` : "";
  return `${table(rows)}${events.length > 0 ? "history\n" : ""}${events.join("")}${ends}`;
}

/** A line break in a key or in the service's words would look like another row. */
const printable = (text: string) => text.replaceAll(/\p{Cc}/gu, "?");

function table(rows: readonly (readonly string[])[]): string {
  const all = rows.map((row) => row.map(printable));
  const widthOf = (column: number) => Math.max(...all.map((row) => (row[column] as string).length));
  const lines = all.map((row) => row.map((cell, column) => cell.padEnd(widthOf(column))).join("  "));
  return lines.map((line) => `${line.trimEnd()}\n`).join("");
}
