/** The command `merchant-payments once`, beside the workers of a merchant. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Once } from "merchant-payments/once";
import { SqliteOnceStore } from "merchant-payments/once/sqlite";
import { fault } from "merchant-payments/testing";
import { describe, expect, onTestFinished, test } from "vitest";
import { run } from "../../src/once/command/run.js";
import { merchant } from "./merchant.js";
import { HOUR } from "./records.js";

function shell(responses: string[] = []) {
  const path = join(mkdtempSync(join(tmpdir(), "once-command-")), "captures.db");
  onTestFinished(() => rmSync(join(path, ".."), { recursive: true, force: true }));
  const printed: string[] = [];
  const type = async (line: string, inTerminal = false, env = {}) => {
    printed.length = 0;
    const args = line.split(" ").map((word) => word.replaceAll("~", " "));
    const ask = async (question: string) => {
      printed.push(question);
      return responses.shift() ?? "";
    };
    const print = (text: string) => void printed.push(text);
    const exitCode = await run(args, { print, complain: print, ask: inTerminal ? ask : undefined, env });
    return { exitCode, printed: printed.join("") };
  };
  return { path, store: `--store sqlite:${path}`, type };
}

/** A part that only a person can find out about, in a file. */
async function parkedPart(responses: string[] = []) {
  const own = shell(responses);
  const store = new SqliteOnceStore(own.path, { create: true });
  onTestFinished(() => store.database.close());
  const shop = merchant();
  const once = new Once({ payments: shop.client(), store, book: () => undefined, fail: () => undefined });
  const { capture } = shop.sell();
  shop.service.faults.next("finalize", fault.loseResponse());
  await capture("K-1", { totalAmount: "30.00" }, once);
  shop.pass(HOUR);
  const deliver = (key: string, totalAmount: string) => capture(key, { totalAmount }, once);
  const shown = async () => {
    const { printed } = await own.type(`once show K-1 --json ${own.store}`);
    return JSON.parse(printed) as { readonly seen: string };
  };
  return { ...own, database: store.database, shop, once, deliver, shown, pass: shop.pass };
}

const saying = (exitCode: number, words: string) => ({ exitCode, printed: expect.stringContaining(words) });
const signed = "--by Åsa --why seen~in~the~back~office";

describe("the command", () => {
  test("creates a store, and counts and lists its keys", async () => {
    const { store, type } = shell();
    const hint = "again. Check --store and --schema. Only for a new store, run merchant-payments once create";
    expect(await type(`once counts ${store}`)).toEqual(saying(2, hint));
    expect(await type(`once create ${store}`)).toEqual({ exitCode: 0, printed: "The tables are ready.\n" });
    expect(await type(`once migrate ${store}`)).toMatchObject({ exitCode: 0 });
    await type(`once withdraw K-1 ${signed} ${store}`, true);
    const head = "key  state  waits for  question  amount  since\n";
    expect(await type(`once list ${store}`)).toEqual({ exitCode: 0, printed: head });
    const missing = "merchant-payments once: there is no key K-1 in this store: check the key and --merchant\n";
    expect(await type(`once show K-1 ${store}`)).toEqual({ exitCode: 1, printed: missing });
  });

  test("lists the keys for a person, and shows one with its question and its snapshot", async () => {
    const { store, type } = await parkedPart();
    expect((await type(`once list --waits-for person ${store}`)).printed).toBe(
      "key  state   waits for  question  amount     since\nK-1  parked  person     balance   30.00 SEK  2026-01-15T00:00:00\n",
    );
    const { printed } = await type(`once show K-1 ${store}`);
    expect(printed).toMatch(/^seen +2@\d+$/m);
    expect(printed).toContain("Made: if 30.00 SEK is finalized and nothing is pending, decide captured.");
    expect((await type(`once counts ${store}`)).printed).toContain("parked  person     1");
  });

  test("shows no request body, not even one that was replaced", async () => {
    const { once, store, type, shop } = await parkedPart();
    const { capture } = shop.sell();
    shop.service.faults.next("finalize", fault.error("ORDER_NOT_FOUND"));
    await capture("K-2", { invoiceId: "Åsa-1" }, once);
    await capture("K-2", { invoiceId: "Åsa-2" }, once);
    for (const json of ["", " --json"]) {
      const { printed } = await type(`once show K-2 ${store}${json}`);
      expect(printed).toContain("captured");
      expect(printed).not.toContain("sa-1");
    }
    expect((await type(`once list --json ${store}`)).printed).not.toContain("sa-1");
  });

  test("decides by evidence from after show, and says what the sweep does next", async () => {
    const { store, type, shown } = await parkedPart();
    const { seen } = await shown();
    const decide = `once decide K-1 captured --finalized 30.00 --pending 0 ${signed} ${store} --yes --seen`;
    expect(await type(`${decide} ${seen}`)).toEqual({
      exitCode: 0,
      printed: "K-1 is captured, and waits for sweep.\n",
    });
    expect(await type(`${decide} ${seen}`)).toEqual(saying(1, "has changed since this snapshot"));
  });

  test("says how to answer a refused decision here, and not in a program", async () => {
    const { store, type, shown } = await parkedPart();
    const decide = `once decide K-1 captured ${signed} ${store} --yes --seen ${(await shown()).seen}`;
    const { printed } = await type(`${decide} --finalized 0 --pending 0`);
    expect(printed).toContain('If a refund explains the difference, give --differs "the reason", which');
    expect(await type(decide)).toEqual(saying(1, "captured needs the --transaction-id of the capture, or the balance"));
  });

  test("shows times as people read them, and why a store fails", async () => {
    const { database, store, type } = await parkedPart();
    expect((await type(`once show K-1 ${store}`)).printed).toMatch(/^mayArriveUntil +2026-01-15T00:31:10$/m);
    database.exec("alter table once_keys rename column format to kind");
    const { printed } = await type(`once list ${store}`);
    expect(printed).toContain("fix the store. Then call again (no such column: format)");
  });

  test("prints line breaks and other control characters of a key nowhere", async () => {
    const { store, type, deliver } = await parkedPart(["no"]);
    const key = "K-2\nK-3\u001b[2J\u009b2J";
    await deliver(key, "40.00");
    await deliver("K-9", "30.00");
    expect((await type(`once list ${store}`)).printed).toMatch(/^K-2\?K-3\?\[2J\?2J +queued/m);
    const withdraw = `once withdraw ${key} ${signed} ${store}`;
    for (const [line, exitCode] of [
      [`once list --limit 2 ${store}`, 0],
      [`once show ${key} ${store}`, 0],
      [withdraw, 1],
      [`${withdraw} --yes --seen 7@0`, 1],
      [`${withdraw} --yes --seen 1@0`, 0],
    ] as const) {
      const asked = await type(line, true);
      expect(asked.exitCode).toBe(exitCode);
      expect(asked.printed).toContain("K-2");
      expect(asked.printed).not.toMatch(/^K-3|(?!\n)\p{Cc}/mu);
    }
  });

  test("refuses a decision if another key has changed between show and decide", async () => {
    const { store, type, shown, deliver, pass } = await parkedPart();
    const decide = async (as: string, seen: string) =>
      await type(`once decide K-1 ${as} ${signed} ${store} --yes --seen ${seen}`);
    await decide("not_captured --differs refunded", (await shown()).seen);
    const { seen } = await shown();
    pass(1);
    await deliver("K-2", "30.00");
    const changed = "K-2 of the same authorization has changed since this snapshot";
    expect(await decide("captured --finalized 60.00 --pending 0", seen)).toEqual(saying(1, changed));
  });

  test("lists by state, page by page", async () => {
    const { store, type, deliver } = await parkedPart();
    await deliver("K-2", "40.00");
    const { printed } = await type(`once list --limit 1 ${store}`);
    expect(printed).toMatch(/^K-1 .*\nMore: --after "K-1"\n$/m);
    expect((await type(`once list --limit 1 --after K-1 ${store}`)).printed).toMatch(/^key .*\nK-2 +queued .*\n$/);
    expect((await type(`once list --state queued ${store}`)).printed).toMatch(/^key .*\nK-2 +queued .*\n$/);
  });

  test("in a terminal, decides by the capture's id, without a balance", async () => {
    const { store, type } = await parkedPart(["", "yes", "30.00", "", "yes"]);
    const decide = `once decide K-1 captured --transaction-id T-1 ${signed} ${store}`;
    expect((await type(decide, true)).printed).toContain("K-1 is captured, and waits for sweep.");
    expect((await type(decide, true)).printed).toContain("balance needs finalized and pending");
  });

  test("in a terminal, prints the key before it asks for the balance, and changes nothing without a yes", async () => {
    const { store, type } = await parkedPart(["30.00", "0", "no", "30.00", "0", "yes"]);
    const decide = `once decide K-1 captured ${signed} ${store}`;
    const refused = await type(decide, true);
    expect(refused).toEqual(saying(1, "nothing was changed"));
    expect(refused.printed.indexOf("Made: if")).toBeLessThan(refused.printed.indexOf("Finalized: "));
    expect((await type(decide, true)).printed).toContain("K-1 is captured, and waits for sweep.");
  });

  test("withdraws a key that is not known yet", async () => {
    const { store, type } = shell(["yes"]);
    await type(`once create ${store}`);
    const withdrawn = await type(`once withdraw K-9 ${signed} ${store}`, true);
    expect(withdrawn).toEqual(saying(0, "K-9 is not_captured, and waits for nobody."));
    const { entries } = JSON.parse((await type(`once list --json ${store}`)).printed);
    expect(entries).toMatchObject([{ key: "K-9", isWithdrawn: true }]);
  });

  const decide = `once decide K-1 captured ${signed}`;
  test.each<[string, string]>([
    ["once", "give a command: list, show"],
    ["twice list", "the first word must be once"],
    ["once lst", "give a command: list, show"],
    ["once list", "list: store is required: give --store sqlite:/absolute/path or --store postgres"],
    ["once list K-1", "K-1 is one word too many"],
    [`once decide K-1 capture ${signed}`, "did you mean captured?"],
    [`once decide K-1 ${signed}`, "as is required: give captured, not_captured or send_again"],
    ["once show", "key is required: give the idempotency key"],
    ["once decide K-1 captured", "by is required: give --by, who decides; why is required: give --why"],
    ["once list --waits-for persn", "did you mean person?"],
    ["once list --limit 40000", "limit must be a number of at most 1000"],
    ["once list --by mia", "--by is not an option of list, but of decide and withdraw"],
    [`once withdraw K-1 ${signed} --finalized 3`, "--finalized is not an option of withdraw, but of decide"],
    [`${decide} --seen 3`, "seen must be as show prints it"],
    [`${decide} --store x --yes`, "--yes requires --seen, as show printed it before the balance was looked up"],
    [`${decide} --store x --finalized 1`, "--finalized requires --seen"],
    [`${decide} --store x --pending 1`, "--pending requires --seen"],
    [`${decide} --store sqlite::memory:`, "outside a terminal, give --seen and --yes"],
    ["once list --store sqlite:captures.db", "needs the absolute path of its file"],
    ["once list --store mysql", "--store must be sqlite:/absolute/path or postgres"],
    ["once list --store postgres", "--store postgres needs --schema"],
    ["once list --store postgres --schema payments", "needs the package pg beside merchant-payments: npm install pg"],
  ])("asked wrongly says how: %s", async (line, message) => {
    expect(await shell().type(line)).toEqual(saying(2, message));
  });

  test("prints its help", async () => {
    expect(await shell().type("--help")).toEqual(saying(0, "decide KEY captured|not_captured|send_again"));
  });
});
