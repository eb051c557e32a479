/** What a change shows, stores and undoes. */
import { deepEqual, equal, rejects } from "node:assert/strict";
import type { OnceRecord } from "../../once/index.js";
import { kept, keysOf, put, shown } from "./putting.js";
import { recordOf } from "./records.js";
import { type OnceStoreTest, over } from "./store-under-test.js";

const AT_ONCE = 12;

export const changes: readonly OnceStoreTest[] = [
  {
    name: "a change gives back what it stores, and the next one is shown it",
    run: (make) =>
      over(make, async ({ store }) => {
        const record = recordOf("key-1");
        equal((await shown(store, record)).own, undefined);
        deepEqual(await put(store, record), record);
        deepEqual((await shown(store, record)).own, record);
        deepEqual(await put(store, recordOf("key-1", { version: 2, state: "unknown" })), {
          ...record,
          version: 2,
          state: "unknown",
        });
        deepEqual(await kept(store, "key-1"), { ...record, version: 2, state: "unknown" });
      }),
  },
  {
    name: "twice at once: each change of a key is shown what the one before it stored",
    run: (make) =>
      over(make, async ({ store, reopen }) => {
        const stores = [store, (await reopen?.()) ?? store];
        const record = recordOf("key-1", { version: 0 });
        const next = ({ own }: { own: OnceRecord | undefined }) => ({ version: (own?.version ?? 0) + 1 });
        const all = Array.from({ length: AT_ONCE }, (_, index) => put(stores[index % 2] as typeof store, record, next));
        const versions = (await Promise.all(all)).map(({ version }) => version);
        deepEqual(
          versions.sort((one, other) => one - other),
          Array.from({ length: AT_ONCE }, (_, index) => index + 1),
        );
      }),
  },
  {
    name: "two keys of one authorization at once: one is shown the other's record",
    run: (make) =>
      over(make, async ({ store, reopen }) => {
        const stores = [store, (await reopen?.()) ?? store];
        const all = Array.from({ length: AT_ONCE }, (_, index) =>
          put(stores[index % 2] as typeof store, recordOf(`key-${index}`, { authorization: "a" }), ({ others }) => ({
            finalizedBefore: String(others.length),
          })),
        );
        const seen = (await Promise.all(all)).map(({ finalizedBefore: before }) => Number(before));
        deepEqual(
          seen.sort((one, other) => one - other),
          Array.from({ length: AT_ONCE }, (_, index) => index),
        );
      }),
  },
  {
    name: "the records of other authorizations are not shown, nor is the key's own among the others",
    run: (make) =>
      over(make, async ({ store }) => {
        for (const key of ["key-1", "key-2", "key-3"]) await put(store, recordOf(key, { authorization: "a" }));
        await put(store, recordOf("key-4", { authorization: "b" }));
        const { own, others } = await shown(store, { key: "key-2", authorization: "a" });
        deepEqual(own, recordOf("key-2", { authorization: "a" }));
        deepEqual(keysOf(others).toSorted(), ["key-1", "key-3"]);
      }),
  },
  {
    name: "a key moves to another authorization",
    run: (make) =>
      over(make, async ({ store }) => {
        await put(store, recordOf("key-1", { authorization: "a" }));
        const moved = recordOf("key-1", { authorization: "b", version: 2 });
        const known = await shown(store, { key: "key-1", authorization: "b" });
        deepEqual(known.own, recordOf("key-1", { authorization: "a" }));
        await put(store, moved);
        deepEqual((await shown(store, { key: "key-2", authorization: "a" })).others, []);
        deepEqual((await shown(store, { key: "key-2", authorization: "b" })).others, [moved]);
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
        await rejects(store.change(recordOf("key-1"), decide), (error) => error === thrown);
        equal(await kept(store, "key-1"), undefined);
        deepEqual(await put(store, recordOf("key-1")), recordOf("key-1"));
      }),
  },
  {
    name: "every text comes back as it was",
    run: (make) =>
      over(make, async ({ store }) => {
        const keys = ["a", "A", "a ", "é", "e\u0301", "鍵🔑", "'; drop table x; --", "\\u0000 $1 ?", "x".repeat(200)];
        const records = keys.map((key) =>
          recordOf(key, {
            version: Number.MAX_SAFE_INTEGER,
            request: {
              ...recordOf(key).request,
              totalAmount: "12345678901234567890.123456789012345678901234567890",
              body: '{"invoiceId":"Ö-1\\u0000\\n","amount":0.10,"deep":{"a":[1e400,"\\ud800"]}}',
            },
            finalization: { totalAmountFinalized: "0.10", canFinalizeAgain: false },
            reason: "line\nbreak \"quoted\" 'single' \u2028 \u{1f600} \u007f",
            history: [{ at: 1_793_000_000_000, state: "parked", by: "Łucja", why: "" }],
          }),
        );
        for (const record of records) await put(store, record);
        for (const record of records) deepEqual(await kept(store, record.key), record);
      }),
  },
  {
    name: "the history of corrections is kept, each with who, why and what was asked for before",
    run: (make) =>
      over(make, async ({ store }) => {
        const { request, ...record } = recordOf("key-1");
        const amounts = ["100.00", "10.00", "9.99"];
        for (const [index, totalAmount] of amounts.entries()) {
          await put(store, { ...record, request: { ...request, totalAmount } }, ({ own, now }) => ({
            version: index + 1,
            history: own
              ? [...own.history, { at: now, state: own.state, by: "Eva", why: "typo", request: own.request }]
              : [],
          }));
        }
        const after = await kept(store, "key-1");
        equal(after?.request.totalAmount, "9.99");
        deepEqual(
          after?.history.map((entry) => [entry.by, entry.why, entry.request?.totalAmount]),
          [
            ["Eva", "typo", "100.00"],
            ["Eva", "typo", "10.00"],
          ],
        );
      }),
  },
];
