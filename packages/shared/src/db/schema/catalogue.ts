import { Prisma } from '../generated/client.ts';

export interface CatalogueColumn {
  name: string;
  type: string;
  is_nullable: boolean;
  /** True if a CHECK constraint refers to it. */
  is_checked: boolean;
  /** Position in the primary key; null if not part of it. */
  key: number | null;
}

export interface CatalogueReference {
  to: string;
  columns: string[];
  /** True if the foreign key is satisfied as soon as one of its columns is null (MATCH SIMPLE). */
  is_simple: boolean;
  /** True if the rows that refer to a deleted row block its deletion. */
  is_blocking: boolean;
}

export interface CatalogueTable {
  name: string;
  columns: CatalogueColumn[];
  references: CatalogueReference[];
}

/**
 * A statement that selects every table from PostgreSQL's catalogue, without partitions. It takes several milliseconds,
 * so run it in jobs, not in requests.
 */
export const catalogueTables = Prisma.sql`
  select c.relname as name, a.columns, coalesce(f."references", '[]') as "references"
  from pg_class c
  cross join lateral (
    select json_agg(json_build_object(
      'name', a.attname,
      'type', format_type(a.atttypid, null),
      'is_nullable', not a.attnotnull,
      'is_checked', exists (
        select from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and a.attnum = any(k.conkey)),
      'key', array_position(i.indkey::int2[], a.attnum)) order by a.attnum) as columns
    from pg_attribute a
    left join pg_index i on i.indrelid = c.oid and i.indisprimary
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) a
  left join lateral (
    select json_agg(json_build_object(
      'to', r.relname,
      'columns', array(select a.attname from unnest(f.conkey) with ordinality k (attnum, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum order by k.place),
      'is_simple', f.confmatchtype = 's',
      'is_blocking', f.confdeltype in ('a', 'r')) order by f.conname) as "references"
    from pg_constraint f
    join pg_class r on r.oid = f.confrelid
    where f.conrelid = c.oid and f.contype = 'f' and f.conparentid = 0) f on true
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  order by c.relname`;

/** True if the rows of the table belong to an organization. */
export const isTenantTable = (table: CatalogueTable): boolean =>
  table.columns.some((column) => column.name === 'org_id');
