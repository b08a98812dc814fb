import type { Platform } from '@wfp/shared';
import { Id } from '@wfp/shared/contract';
import { byKey, Prisma } from '@wfp/shared/db';
import { readCrossTenant } from '@wfp/shared/operational';
import { z } from 'zod';
import { userOf } from '../../accounts/index.ts';

const { sql } = Prisma;

export const ReplacementPayload = z.object({ org_id: Id });
export type ReplacementPayload = z.output<typeof ReplacementPayload>;

/** Organizations with values that are being replaced. */
export function findDueReplacements(platform: Platform): Promise<ReplacementPayload[]> {
  return readCrossTenant<ReplacementPayload>(
    platform,
    sql`select distinct org_id from enum_values where replaced_with is not null and replaced_at is null`,
  );
}

export interface RequestedReplacement {
  value_id: number;
  enum_code: string;
  code: string;
  replaced_with: string;
  user_id: number;
  name: string;
}

/** Returns a value of an organization that is being replaced. */
export async function findReplacement(
  platform: Platform,
  { org_id }: ReplacementPayload,
): Promise<RequestedReplacement | undefined> {
  const [row] = await readCrossTenant<RequestedReplacement>(
    platform,
    byKey(sql`select v.id as value_id, e.code as enum_code, v.code, v.replaced_with, u.id as user_id, u.first_name || ' ' || u.last_name as name
      from enum_values v join enums e on e.org_id = v.org_id and e.id = v.enum_id
      join ${userOf('u', 'v', 'replace_asked_by')}
      where v.org_id = ${org_id} and v.replaced_with is not null and v.replaced_at is null
      order by v.id limit 1`),
  );
  return row;
}
