/** Fills the table with years of keys, all copied from one that was captured. */
import { atOnce } from "../../../at-once.ts";
import type { Pool } from "../driver/pool.ts";

const DAYS = 365;
const DAY = 86_400_000;
const SLICE = 500_000; // keys of a statement
/** How many keys are due, and how many wait for a person. The others are closed, one in 33 of them rejected. */
export const OPEN = { due: 1_000, person: 2_000 };

/** The keys are as many a day as on any other day of the year before `now`. Resolves to when that year began. */
export async function loadYears(pool: Pool, like: string, keys: number, now: number): Promise<number> {
  const from = now - DAYS * DAY;
  const names = ["stateSince", "openSince", "factsAt", "firstSentAt", "lastSentAt"].join("|");
  await pool.query("alter table once_keys set (autovacuum_enabled = false)");
  await pool.query("create table template as select * from once_keys where key = $1", [like]);
  await pool.query(
    `update template set document = replace(replace(regexp_replace(regexp_replace(document,
       '"(${names})":\\d+', '"\\1":@since@', 'g'), '"mayArriveUntil":\\d+', '"mayArriveUntil":@until@'),
       key, '@key@'), authorization_id, '@id@')`,
  );
  const { rows: indexes } = await pool.query<{ name: string; made: string }>(
    "select indexname as name, indexdef as made from pg_indexes where tablename = 'once_keys' and indexname <> 'once_keys_pkey'",
  );
  for (const { name } of indexes) await pool.query(`drop index ${name}`);
  const slices = Array.from({ length: Math.ceil(keys / SLICE) }, (_, index) => index * SLICE);
  await atOnce(2, slices, async (first) => {
    await pool.query(COPY, [first, Math.min(first + SLICE, keys) - 1, from, (DAYS * DAY) / keys, keys]);
  });
  for (const { made } of indexes) await pool.query(made);
  await pool.query("alter table once_keys reset (autovacuum_enabled)");
  await pool.query("vacuum analyze once_keys");
  return from;
}

const EVERY = (many: number) => `n % greatest(1, $5::bigint / ${many})`;
const STATE = `case when ${EVERY(OPEN.person)} = 7 then 'parked' when ${EVERY(OPEN.due)} = 9 then 'unknown'
  when n % 33 = 0 then 'rejected' else 'captured' end`;
const WAITS_FOR = "case state when 'parked' then 'person' when 'unknown' then 'sweep' else 'nobody' end";

const COPY = `insert into once_keys (merchant, key, authorization_id, version, state, state_since, waits_for, due_at,
    is_unbooked, expires_at, document)
  select merchant, key, id, version, state, since, waits_for, due_at, false, null,
    replace(replace(replace(replace(replace(replace(replace(document, '@key@', key), '@id@', id), '@since@', since::text),
      '@until@', (since + 1860000)::text), '"state":"captured"', format('"state":"%s"', state)),
      '"isBooked":true', format('"isBooked":%s', to_json(state = 'captured'))),
      '"waitsFor":"nobody"', case when due_at is null then format('"waitsFor":"%s"', waits_for)
        else format('"waitsFor":"%s","dueAt":%s,"mayBeCaptured":true', waits_for, due_at) end)
  from (select merchant, version, document, 'SHIPMENT-' || lpad(n::text, 8, '0') as key, lpad(n::text, 18, '2') as id,
      state, since, ${WAITS_FOR} as waits_for, case state when 'unknown' then since + 60000 end as due_at
    from (select merchant, version, document, n, ${STATE} as state, $3::bigint + (n * $4::numeric)::bigint as since
      from (select merchant, version, document from template) as first, generate_series($1::bigint, $2::bigint) as n) as each) as made`;
