import type { Caller } from '@wfp/shared';
import { Prisma, readRows } from '@wfp/shared/db';

/** Clauses `from` and `where` for the active task categories `v` of an organization, with their enum `n`. */
export const activeTaskCategories = (org_id: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`from enums n join enum_values v on v.org_id = n.org_id and v.enum_id = n.id
    where n.org_id = ${org_id} and n.code = 'task_category' and n.deleted_at is null and v.is_active and v.deleted_at is null`;

export interface SystemEnumRow {
  code: string;
  label: string;
  is_extensible: boolean;
  values: {
    code: string;
    label: string;
    color: string | null;
    icon: string | null;
    is_active: boolean;
    is_default: boolean;
  }[];
}

/** Returns the enums of the service with their values, in one statement. The service limits the number of both. */
export const findSystemEnums = (caller: Caller): Promise<SystemEnumRow[]> =>
  readRows<SystemEnumRow>(
    caller,
    Prisma.sql`select n.code, n.label, n.is_extensible, coalesce(v.listed, '[]') as values
      from enums n left join lateral (
        select json_agg(json_build_object('code', v.code, 'label', v.label, 'color', v.color, 'icon', v.icon,
          'is_active', v.is_active, 'is_default', v.is_default) order by v.position, v.id) as listed
        from enum_values v where v.org_id = n.org_id and v.enum_id = n.id and v.deleted_at is null) v on true
      where n.org_id = ${caller.org_id} and n.is_system and n.deleted_at is null
      order by n.code`,
  );
