import type { Caller } from '../../caller.ts';
import type { ListPage } from '../../contract/index.ts';
import { descending, type PageRequest, Prisma, readOne, readPage, type Transaction } from '../../db/index.ts';
import { identifier, literal } from '../../db/writes/recorded/recorded-table.ts';

const { sql, join } = Prisma;

/** A table of versions with the columns `org_id`, `<key>`, `version`, `snapshot`, `changed_by`, `changed_at`. */
export interface VersionTable {
  table: string;
  /** The column that refers to the row. */
  key: string;
  /** The fields stored in a version. */
  fields: readonly string[];
}

interface Version {
  version: number;
  snapshot: Record<string, unknown>;
  changed_by: number | null;
  changed_at: Date;
}

const columns = sql`v.version, v.snapshot, v.changed_by, v.changed_at`;

/** Inserts the current values of rows as a version. Part of the recorded write that increased `version`. */
export async function insertVersions(
  tx: Transaction,
  caller: Caller,
  table: string,
  { table: versions, key, fields }: VersionTable,
  ids: readonly number[],
): Promise<void> {
  const snapshot = join(fields.map((name) => sql`${literal(name)}, t.${identifier(name)}`));
  await tx.executeUnrecorded(sql`insert into ${identifier(versions)} (org_id, ${identifier(key)}, version, snapshot, changed_by, changed_at)
    select t.org_id, t.id, t.version, jsonb_build_object(${snapshot}), ${caller.user_id}::int, t.updated_at
    from ${identifier(table)} t where t.org_id = ${caller.org_id} and t.id = any(${[...ids]}::int[])`);
}

/** Returns a page of versions, newest first. */
export function findVersions(
  caller: Caller,
  { table, key }: VersionTable,
  id: number,
  query: PageRequest,
): Promise<ListPage<Version>> {
  return readPage<Version>(caller, query, {
    columns,
    from: sql`${identifier(table)} v`,
    where: sql`v.org_id = ${caller.org_id} and v.${identifier(key)} = ${id}`,
    orderBy: descending(sql`v.version`),
  });
}

export function findVersion(
  caller: Caller,
  versions: VersionTable,
  id: number,
  version: number,
): Promise<Version | undefined> {
  return readOne<Version>(caller, versionStatement(caller, versions, id, version));
}

export async function findVersionInTransaction(
  tx: Transaction,
  caller: Caller,
  versions: VersionTable,
  id: number,
  version: number,
): Promise<Version | undefined> {
  const [row] = await tx.rows<Version>(versionStatement(caller, versions, id, version));
  return row;
}

const versionStatement = (caller: Caller, { table, key }: VersionTable, id: number, version: number) =>
  sql`select ${columns} from ${identifier(table)} v
    where v.org_id = ${caller.org_id} and v.${identifier(key)} = ${id} and v.version = ${version}`;
