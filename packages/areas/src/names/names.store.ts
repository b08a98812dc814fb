import type { Caller, Resource } from '@wfp/shared';
import { hasLiveRow, isReadableRow } from '@wfp/shared';
import { Prisma, readOne } from '@wfp/shared/db';
import type { RecordLabel } from './names.contract.ts';

const { sql, raw, empty } = Prisma;

/** A resource whose records have names. */
export type NamedResource = Resource & Required<Pick<Resource, 'rows' | 'naming'>>;

/** Returns the names of those of the records that the caller may read, by id. Reads the primary. */
export async function findNames(
  caller: Caller,
  { code, rows, naming }: NamedResource,
  ids: readonly number[],
): Promise<RecordLabel[]> {
  const { name, hint, isPermanent, parent } = naming;
  const found = await readOne<{ labels: RecordLabel[] }>(
    caller,
    sql`select coalesce(json_agg(json_build_object('id', r.id, 'name', ${name('r')},
        'hint', ${hint ? hint('r') : sql`null`}, 'avatar_url', null) order by r.id), '[]') as labels
      from ${raw(rows.table)} r ${parent ? parentKey(parent.field) : empty} where r.org_id = ${caller.org_id} and r.id = any(${ids}::int[])
        ${isPermanent ? empty : sql`and r.deleted_at is null`}
        and ${isReadableRow(caller, code)} ${parent ? sql`and ${isParentReadable(caller, parent.resource)}` : empty}`,
  );
  return found?.labels ?? [];
}

/** The parent's id under another alias: the condition on the parent has the alias `r`, too. */
const parentKey = (field: string) => raw(`cross join lateral (select r.${field} as parent_id) k`);

const isParentReadable = (caller: Caller, resource: string) =>
  hasLiveRow(caller, resource, sql`k.parent_id`, isReadableRow(caller, resource));
