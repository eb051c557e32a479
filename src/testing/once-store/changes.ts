/** Tests of what a change reads, stores and undoes. */
import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { kept, keysOf, put, shown } from "./putting.js";
import { rowOf } from "./rows.js";
import { type OnceStoreTest, over } from "./store-under-test.js";

const AT_ONCE = 12;

export const changes: readonly OnceStoreTest[] = [
  {
    name: "a change gives back what it stores, and the next one is shown it",
    run: (make) =>
      over(make, async ({ store }) => {
        const [row, next] = [rowOf("key-1"), rowOf("key-1", { version: 2, state: "unknown" })];
        equal((await shown(store, row)).own, undefined);
        deepEqual(await store.change(row, () => ({ row })), { document: row.document });
        equal((await shown(store, row)).own, row.document);
        deepEqual(await store.change(row, () => ({ row: next })), { document: next.document });
        equal(await kept(store, "key-1"), next.document);
        deepEqual(await store.change(row, () => ({ row: undefined })), { document: next.document });
      }),
  },
  {
    name: "twice at once: each change of a key is shown what the one before it stored",
    run: (make) =>
      over(make, async ({ store, reopen }) => {
        const stores = [store, (await reopen?.()) ?? store];
        const next = ({ own }: { own: string | undefined }) => ({ document: String(Number(own ?? 0) + 1) });
        const all = Array.from({ length: AT_ONCE }, (_, index) =>
          put(stores[index % 2] as typeof store, rowOf("key-1"), next),
        );
        const seen = (await Promise.all(all)).map(({ document }) => Number(document));
        deepEqual(
          seen.sort((one, other) => one - other),
          Array.from({ length: AT_ONCE }, (_, index) => index + 1),
        );
      }),
  },
  {
    name: "two keys of one authorization at once: one is shown the other's document",
    run: (make) =>
      over(make, async ({ store, reopen }) => {
        const stores = [store, (await reopen?.()) ?? store];
        const all = Array.from({ length: AT_ONCE }, (_, index) =>
          put(stores[index % 2] as typeof store, rowOf(`key-${index}`, { authorizationId: "a" }), ({ others }) => ({
            document: String(others.length),
          })),
        );
        const seen = (await Promise.all(all)).map(({ document }) => Number(document));
        deepEqual(
          seen.sort((one, other) => one - other),
          Array.from({ length: AT_ONCE }, (_, index) => index),
        );
      }),
  },
  {
    name: "a new key by two authorizations at once: one is shown the document that the other stored",
    run: (make) =>
      over(make, async ({ store, reopen }) => {
        const stores = [store, (await reopen?.()) ?? store] as const;
        for (let time = 0; time < AT_ONCE; time += 1) {
          const seen: (string | undefined)[] = [];
          const insert = (index: 0 | 1) =>
            put(stores[index], rowOf(`key-${time}`, { authorizationId: `a-${index}` }), ({ own }) => {
              seen[index] = own;
              return { document: `by ${index}` };
            });
          await Promise.all([insert(0), insert(1)]);
          ok(seen.includes("by 0") !== seen.includes("by 1"), `each is shown: ${seen}`);
        }
      }),
  },
  {
    name: "the documents of other authorizations are not shown, nor is the key's own among the others",
    run: (make) =>
      over(make, async ({ store }) => {
        for (const key of ["key-1", "key-2", "key-3"]) await put(store, rowOf(key, { authorizationId: "a" }));
        await put(store, rowOf("key-4", { authorizationId: "b" }));
        const { own, others } = await shown(store, { key: "key-2", authorizationId: "a" });
        equal(own, rowOf("key-2", { authorizationId: "a" }).document);
        deepEqual(keysOf(others).toSorted(), ["key-1", "key-3"]);
      }),
  },
  {
    name: "a key moves to another authorization",
    run: (make) =>
      over(make, async ({ store }) => {
        const { document } = await put(store, rowOf("key-1", { authorizationId: "a" }));
        const moved = rowOf("key-1", { authorizationId: "b", version: 2 });
        equal((await shown(store, { key: "key-1", authorizationId: "b" })).own, document);
        await put(store, moved);
        deepEqual((await shown(store, { key: "key-2", authorizationId: "a" })).others, []);
        deepEqual((await shown(store, { key: "key-2", authorizationId: "b" })).others, [moved.document]);
      }),
  },
  {
    name: "what decide throws is thrown on, and nothing is stored",
    run: (make) =>
      over(make, async ({ store }) => {
        const thrown = new Error("thrown");
        const decide = () => {
          throw thrown;
        };
        await rejects(store.change(rowOf("key-1"), decide), (error) => error === thrown);
        equal(await kept(store, "key-1"), undefined);
        await put(store, rowOf("key-1"));
      }),
  },
  {
    name: "every text comes back as it was",
    run: (make) =>
      over(make, async ({ store }) => {
        const keys = ["a", "A", "a ", "é", "e\u0301", "鍵🔑", "'; drop table x; --", "\\u0000 $1 ?", "x".repeat(200)];
        const words =
          '{"b":"line\\nbreak \\u0000 \\ud800", "a" : 1e400, "a":0.10, "c":"Łucja \u2028 \u{1f600} \u007f"}';
        const rows = keys.map((key) => rowOf(key, { version: Number.MAX_SAFE_INTEGER, document: words + key }));
        for (const row of rows) await put(store, row);
        for (const row of rows) equal(await kept(store, row.key), row.document);
      }),
  },
];
