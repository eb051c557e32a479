export { Pool, type PoolClient } from "pg";
