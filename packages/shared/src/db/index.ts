// The functions of the database that areas may import; see docs/architecture.md.

export { Prisma } from './generated/client.ts';
export { type Cursor, isAfter, type OrderValues, orderValues } from './reads/cursor.ts';
export { type RowFilter, selectFilteredPage } from './reads/filtered-page.ts';
export { type RowRange, rowRange, takeRange, withNext } from './reads/page.ts';
export { readOne, readPage, readRows } from './reads/read.ts';
export {
  partsByNullable,
  type SortedRows,
  selectDistantPage,
  selectSortedPage,
} from './reads/sorted-rows.ts';
export { countUpTo, isCountComplete, limitCounted, type PageRequest, toTotal } from './reads/totals.ts';
export { type CatalogueTable, isTenantTable } from './schema/catalogue.ts';
export * from './schema/check.ts';
export { type PurgeStep, purgePlan } from './schema/purge-plan.ts';
export { metadataOf } from './schema/table-metadata.ts';
export {
  type CombinedRow,
  insertCombined,
  updateAccepted,
  updateCombined,
} from './statements/combined-rows.ts';
export { containsPattern, prefixPattern } from './statements/like.ts';
export {
  ascending,
  descending,
  type Order,
  orderBy,
  orderClause,
  type SortKey,
} from './statements/order-by.ts';
export { anyOf, byKey, plannedOnce } from './statements/plans.ts';
export { limitedToPage } from './statements/results/page-limit.ts';
export {
  type ColumnValue,
  type ColumnValues,
  differs,
  insertInto,
  settingColumns,
  updateIfDifferent,
  updateRows,
} from './statements/statements.ts';
export { interruptLongWork } from './transactions/interruption.ts';
export { WriteConflict } from './transactions/retry.ts';
export {
  lockOrganization,
  lockRecord,
  lockShared,
  recordLock,
  tryLockShared,
} from './transactions/transaction-locks.ts';
export type { CombinableWrite } from './writes/combined/combined-writes.ts';
export type { EventToWrite, Recording } from './writes/events/event-rows.ts';
export { type Change, versionCheck } from './writes/record.ts';
export * from './writes/recorded/recorded-table.ts';
export { isUnchanged } from './writes/unchanged.ts';
export { type Transaction, write, writeInTransaction } from './writes/write.ts';
