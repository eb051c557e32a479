/** @packageDocumentation */
export type PostgresOnceStore = never;
