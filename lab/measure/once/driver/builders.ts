export { drizzle } from "drizzle-orm/node-postgres";
export { numeric, pgSchema, text } from "drizzle-orm/pg-core";
export { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely";
