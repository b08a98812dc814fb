import type { Caller, HeldGrant } from '@wfp/shared';
import { Prisma, type Steps } from '@wfp/shared/db';

const { sql } = Prisma;

/** The live grants of a user, whatever their status: what they may do once they sign in. */
export async function grantsOf(tx: Steps, caller: Caller, user_id: number): Promise<HeldGrant[]> {
  return tx.rows<HeldGrant>(sql`
    select r.code as role_code, r.is_builtin, g.scope, g.team_id, case when r.is_builtin then null else r.permissions end as permissions
    from grants g join roles r on r.org_id = g.org_id and r.id = g.role_id and r.deleted_at is null
    where g.org_id = ${caller.org_id} and g.user_id = ${user_id} and g.deleted_at is null
      and (g.ends_at is null or g.ends_at > now())`);
}
