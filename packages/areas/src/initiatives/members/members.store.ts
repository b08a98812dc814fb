import type { Caller } from '@wfp/shared';
import { Prisma, readOne } from '@wfp/shared/db';

const { sql } = Prisma;

export async function countMembers(caller: Caller, initiative_id: number): Promise<number> {
  const row = await readOne<{ members: number }>(
    caller,
    sql`select count(*)::int as members from initiative_members m
      where m.org_id = ${caller.org_id} and m.initiative_id = ${initiative_id} and m.deleted_at is null`,
  );
  return row?.members ?? 0;
}
