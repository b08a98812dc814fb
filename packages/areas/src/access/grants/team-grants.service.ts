import { AppError, type Caller, forbidden, requireSession } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { rejectEscalation, requireGrantRight } from '../authority/authority.ts';
import { type LockedCaller, lockAccess, withLastingGrants } from '../authority/lock.store.ts';
import { findTeamGrantsAbove, hasTeamGrantsAbove, type TeamGrant } from './team-grants.store.ts';

/**
 * Checks that the caller could grant every grant that will include a team when it is placed below another, for that team.
 *
 * @throws AppError `forbidden`
 */
export async function requireTeamGrantAuthority(
  tx: Transaction,
  caller: Caller,
  nesting: { team_id: number; below: number },
): Promise<void> {
  if (caller.credential.kind === 'system' || !(await hasTeamGrantsAbove(tx, caller, nesting))) return;
  const by = await lockAccess(tx, caller);
  for (const grant of await findTeamGrantsAbove(tx, by, nesting))
    requireExtendable(by, grant, nesting.team_id);
}

function requireExtendable(by: LockedCaller, grant: TeamGrant, team_id: number): void {
  const { user_id, ends_at, role, lineage, team_name } = grant;
  try {
    requireSession(by, 'create grants');
    requireGrantRight(by, 'grant:create', user_id);
    rejectEscalation(withLastingGrants(by, ends_at), role, { scope: 'team', team_id }, lineage);
  } catch (error) {
    if (!(error instanceof AppError) || !error.denial) throw error;
    const described = `the role ${role.code} that is granted for the team ${team_name}`;
    const { reason, permission } = error.denial;
    throw forbidden(reason, `Would extend ${described}: ${error.message}`, permission);
  }
}
