/** What the kit says of a store that breaks a rule. */
import { onceStoreTests } from "merchant-payments/testing/once";
import { memoryStore } from "../../once/memory-store.js";
import { thrownMessages } from "./mistakes.js";
import type { Message } from "./page.js";

const lists = "a list is in the order of its keys, a page at a time";

/** A store whose lists are empty. */
export async function storeFaults(): Promise<Message[]> {
  const made = await memoryStore();
  made.store.list = async () => ({ documents: [], now: 0 });
  const faulty = () => onceStoreTests.find(({ name }) => name === lists)?.run(async () => made);
  return thrownMessages("The kit for stores", { "A store whose lists are empty": { [lists]: faulty } });
}
