import { PostgresOnceStore } from "merchant-payments/once/postgres";
import { Pool } from "pg";

const pool = new Pool({ connectionString: process.env["DATABASE_URL"] }); // no query_timeout: a migration can take minutes
await new PostgresOnceStore(pool, { schema: "payments" }).migrate();
await pool.end();
