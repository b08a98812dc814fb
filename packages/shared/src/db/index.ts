// What an area may do with the database: docs/architecture.md lists the doors.
export { type CatalogueTable, isTenantTable } from './catalogue.ts';
export * from './check.ts';
export { Prisma } from './generated/client.ts';
export { byKey, plannedOnce } from './plans.ts';
export { type PurgeStep, purgePlan } from './purge-plan.ts';
export { readOne, readPage, readRows } from './read.ts';
export type { Change, EventToWrite, Recording } from './record.ts';
export * from './recorded-table.ts';
export { WriteConflict } from './retry.ts';
export { type ColumnValue, type ColumnValues, insertInto, updateRows } from './statements.ts';
export { metadataOf } from './table-metadata.ts';
export { lockOrganization, lockRecord } from './transaction-locks.ts';
export { type Transaction, write, writeInTransaction } from './write.ts';
