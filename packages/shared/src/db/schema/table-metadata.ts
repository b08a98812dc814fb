import { tableMetadata } from '../generated/table-metadata.ts';

/**
 * Properties of a table from its model in prisma/schema: annotations (`/// @name reason`) and JSON columns. Generated
 * by prisma/table-metadata-generator.mjs.
 */
export interface TableMetadata {
  /** JSON columns: nulls in their values are significant. */
  json: readonly string[];
  /** Columns (`@internal`) for the service only: not part of an export of the organization. */
  internal: readonly string[];
  /** Reason why the rows are neither recorded nor exported. */
  operational?: string;
  /** Reason why the rows are exported but have no events of their own. */
  unrecorded?: string;
  /** Reason why the rows are recorded but not exported. */
  unexported?: string;
  /** Reason why the rows outlive the organization. */
  retained?: string;
}

const known = new Map<string, TableMetadata>(Object.entries(tableMetadata));
const plain: TableMetadata = { json: [], internal: [] };

/** The metadata of a table. Tables without a model, which only tests create, have no annotations. */
export const metadataOf = (table: string): TableMetadata => known.get(table) ?? plain;
