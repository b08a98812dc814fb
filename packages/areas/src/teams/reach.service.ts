import { AppError, type Caller, notFound, type Permission } from '@wfp/shared';
import { findTeam } from './teams.store.ts';

/** 404 for a team the caller cannot see, 403 for one they only can. */
export async function requireReach(caller: Caller, id: number, permission: Permission): Promise<void> {
  if (await findTeam(caller, id, permission)) return;
  if (!(await findTeam(caller, id))) throw notFound('Team');
  throw new AppError('forbidden', `Your ${permission} does not reach this team`);
}
