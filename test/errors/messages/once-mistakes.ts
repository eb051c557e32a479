/** What `Once` and its stores throw, and what the kit says of a store that breaks a rule. */
import type { OnceRecord } from "merchant-payments/once";
import { SqliteOnceStore } from "merchant-payments/once/sqlite";
import { onceStoreTests } from "merchant-payments/testing/once";
import { memoryStore } from "../../once/memory-store.js";
import { type Mistakes, messagesOf } from "./client-mistakes.js";
import type { Message } from "./page.js";

/** The messages of `Once` itself belong here, one group for each method. */
const mistakes: Mistakes = {
  "`new SqliteOnceStore()`": { "a Node without SQLite": () => withoutSqlite(() => new SqliteOnceStore(":memory:")) },
  "`store.change()`": { "an async `book`, on SQLite": bookAsync },
};

export const onceMistakes = () => messagesOf("Once", mistakes);

const lists = "a list is in the order of its keys, a page at a time";

/** What the kit says of a store whose lists are empty. */
export async function storeFaults(): Promise<Message[]> {
  const made = await memoryStore();
  made.store.list = async () => [];
  const faulty = () => onceStoreTests.find(({ name }) => name === lists)?.run(async () => made);
  return messagesOf("The kit for stores", { "A store whose lists are empty": { [lists]: faulty } });
}

async function bookAsync() {
  const store = new SqliteOnceStore(":memory:");
  const record = {
    key: "capture-1001",
    authorization: "201409251527280673",
    state: "captured",
    stateSince: 0,
    isBooked: false,
  };
  const place = { key: record.key, authorization: record.authorization };
  await store.change(place, () => ({ record: record as OnceRecord, book: async () => undefined }));
}

function withoutSqlite(make: () => unknown): unknown {
  const { getBuiltinModule } = process;
  try {
    process.getBuiltinModule = (() => undefined) as never;
    return make();
  } finally {
    process.getBuiltinModule = getBuiltinModule;
  }
}
