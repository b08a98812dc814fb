import type { Caller } from '@wfp/shared';
import { Prisma, readOne } from '@wfp/shared/db';

const { sql } = Prisma;

/** Whether a user is alive and no person: keys that must outlive people act as one. */
export async function isServiceUser(caller: Caller, user_id: number): Promise<boolean> {
  const row = await readOne<{ id: number }>(
    caller,
    sql`select u.id from users u where u.org_id = ${caller.org_id} and u.id = ${user_id} and u.is_service
      and u.status = 'active' and u.deleted_at is null`,
  );
  return row !== undefined;
}
