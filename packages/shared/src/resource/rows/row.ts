/** A row of any declared resource. */
export type AnyRow = { id: number; [column: string]: unknown };

/** Field values of any declared resource. */
export type AnyValues = { [field: string]: unknown };

/** Columns that most tables have. A row has those of its table. */
export type Stamps = {
  id: number;
  org_id: number;
  created_at: Date;
  updated_at: Date;
  created_by: number | null;
  updated_by: number | null;
  deleted_at: Date | null;
};

export const stampColumns: readonly string[] = [
  'id',
  'org_id',
  'created_at',
  'updated_at',
  'created_by',
  'updated_by',
  'deleted_at',
] satisfies (keyof Stamps)[];

/** The row type of a declared resource: `RowOf<typeof positions>`. */
export type RowOf<R extends { readonly row?: unknown }> = NonNullable<R['row']>;
