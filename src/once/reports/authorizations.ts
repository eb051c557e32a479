/** The authorizations of listed keys: what is decided about one key changes the question about another. */

import type { OnceSnapshot } from "../entry.js";
import { type OnceRecord, snapshotOf } from "../record.js";
import { isUnfinished } from "../rules/authorization.js";
import { withQuestion } from "../rules/owner.js";
import type { Terms } from "../rules/transition.js";
import { read } from "../stores/document.js";
import type { OnceStore } from "../stores/store.js";
import { pagesOf } from "./report.js";

/** Reads all keys of the authorizations of the open records. `asked` returns a record with its question as it is now. */
export async function authorizationsOf(store: OnceStore<never>, records: readonly OnceRecord[], terms: Terms) {
  const open = records.filter((record) => record.state === "blocked" || isUnfinished(record));
  const authorizationIds = [...new Set(open.map(({ authorizationId }) => authorizationId))];
  const keys: OnceRecord[] = [];
  if (authorizationIds.length > 0) {
    for await (const page of pagesOf(store, { authorizationIds, limit: 1_000 })) keys.push(...page.records);
  }
  const byAuthorization = Map.groupBy(keys, ({ authorizationId }) => authorizationId);
  const asked = (record: OnceRecord) => {
    const ofAuthorization = byAuthorization.get(record.authorizationId) ?? [];
    return withQuestion(
      record,
      ofAuthorization.filter(({ key }) => key !== record.key),
      terms,
    );
  };
  return { keys, asked };
}

/** Reads one key; undefined if the store does not know it. */
export async function snapshotOfKey(
  { store, terms }: { readonly store: OnceStore<never>; readonly terms: Terms },
  key: string,
): Promise<OnceSnapshot | undefined> {
  const found = await store.find(key);
  if (found === undefined) return undefined;
  const record = read(found.document, store);
  const { asked } = await authorizationsOf(store, record.waitsFor === "person" ? [record] : [], terms);
  return snapshotOf(asked(record), found.now);
}
