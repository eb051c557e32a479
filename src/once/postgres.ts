/**
 * Where `Once` keeps its keys, on PostgreSQL (tried on 15; it needs 12), for workers on any number of hosts. It has no driver: a
 * `Pool` of pg fits as it is.
 *
 * @packageDocumentation
 */
import { booked, isRefusedByServer } from "./postgres-book.js";
import {
  BEGIN,
  LOCKS,
  lock,
  NOW,
  type PostgresClient,
  type PostgresPool,
  postgresMigrations,
  rows,
  selectKnown,
  UPSERT,
} from "./postgres-sql.js";
import type { OnceRecord, OnceSnapshot } from "./record.js";
import type {
  OnceChange,
  OnceChanged,
  OnceCounts,
  OnceKnown,
  OncePage,
  OncePlace,
  OnceQuery,
  OnceStore,
} from "./store.js";
