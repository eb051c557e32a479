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

/** Returns the exit code: 0 done, 1 refused or failed, 2 asked wrongly. */
export async function run(args: readonly string[], terminal: Terminal): Promise<0 | 1 | 2> {
  try {
    const asked = readArguments(args);
    if (asked === "help") terminal.print(help);
    else await act(asked, terminal);
    return 0;
  } catch (error) {
    const { name, message } = error as Error;
    terminal.complain(`merchant-payments once: ${message}${name === "TypeError" ? ". See --help" : ""}\n`);
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
        const entries = found.entries.map(shownOf);
        const next = found.next === undefined ? "" : `More: --after ${JSON.stringify(found.next)}\n`;
        return print({ ...found, entries }, listed(found.entries) + next);
      }
      case "show": {
        const snapshot = await known(review, asked.key);
        return print(shownOf(snapshot), detailed(snapshot));
      }
      case "decide":
      case "withdraw": {
        const entry = await decide(review, asked, terminal);
        return print(entry, `${entry.key} is ${entry.state}, and waits for ${entry.waitsFor}.\n`);
      }
    }
  } finally {
    await close();
  }
}

async function known(review: OnceReview, key: string): Promise<OnceSnapshot> {
  const snapshot = await review.get(key);
  if (snapshot === undefined) throw new Error(`there is no key ${key}`);
  return snapshot;
}

/** Decides by a snapshot that is older than the evidence: given, or printed before anything is asked. */
async function decide(review: OnceReview, asked: Asked, terminal: Terminal): Promise<OnceEntry> {
  const { key, as, by, why, seen, yes } = asked;
  if (by === undefined || why === undefined) throw new TypeError(`${asked.command} needs --by and --why`);
  const { ask } = terminal;
  if (ask === undefined && !yes) throw new TypeError("outside a terminal, give --seen and --yes");
  const signed = { by, why };
  const version = seen === undefined ? undefined : versionOf(key, seen);
  if (asked.command === "withdraw") {
    const shown = version ?? (await review.get(key));
    if (version === undefined && shown !== undefined) terminal.print(detailed(shown as OnceSnapshot));
    await confirm(`Withdraw ${key}?`, asked, ask);
    return await review.withdraw(shown ?? { key, version: 0, seenAt: 0 }, signed);
  }
  const balance = { finalized: asked.finalized, pending: asked.pending, differs: asked.differs };
  if (version === undefined) {
    const early = ["finalized", "pending"].filter((name) => name in asked);
    if (early.length > 0)
      throw new TypeError(`--${early[0]} needs --seen, as show printed it before the balance was looked up`);
  }
  const snapshot = version ?? (await known(review, key));
  if (version === undefined && ask !== undefined) {
    terminal.print(detailed(snapshot as OnceSnapshot));
    terminal.print(
      "Look up the balance of the authorization now, not before. Leave it empty if you give --transaction-id.\n",
    );
    balance.finalized = (await ask("Finalized: ")) || undefined;
    balance.pending = balance.finalized && ((await ask("Pending: ")) || undefined);
  }
  await confirm(`Decide ${key} ${as}?`, asked, ask);
  const isGiven = Object.values(balance).some((value) => value !== undefined);
  return await review.decide(snapshot, {
    ...signed,
    as: as as NonNullable<typeof as>,
    balance: isGiven ? balance : undefined,
    transactionId: asked["transaction-id"],
    batchId: asked["batch-id"],
    books: asked.books as "removed" | undefined,
  });
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

/** Without the request body and the response, which may hold personal data. */
function shownOf({ response: _, request: { body: __, ...request }, ...more }: OnceSnapshot) {
  return { ...more, request, seen: `${more.version}@${more.seenAt}` };
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
  const lines = rows.map(([name, value]) => [name, typeof value === "object" ? JSON.stringify(value) : String(value)]);
  const events = history.map((event) => `  ${timeOf(event.at)} ${JSON.stringify({ ...event, at: undefined })}\n`);
  return `${table([], lines)}${events.length > 0 ? "history\n" : ""}${events.join("")}${advice ? `\n${advice}\n` : ""}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = head.length > 0 ? [head, ...rows] : rows;
  const widths = (all[0] ?? []).map((_, column) => Math.max(...all.map((row) => (row[column] ?? "").length)));
  return all
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join("  ")
          .trimEnd()}\n`,
    )
    .join("");
}
