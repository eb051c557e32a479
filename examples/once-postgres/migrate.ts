import { PostgresOnceStore } from "merchant-payments/once/postgres";
import { Pool } from "pg";

const connectionString = process.env["DATABASE_URL"];
const pool = new Pool({ connectionString }); // without a query_timeout
await new PostgresOnceStore(pool, { schema: "payments" }).migrate();
await pool.end();
