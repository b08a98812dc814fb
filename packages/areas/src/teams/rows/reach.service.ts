import { AppError, type Caller, notFound, type Right } from '@wfp/shared';
import { teams } from './team.resource.ts';

/** 404 for a team the caller cannot see, 403 for one they only can. */
export async function requireReach(caller: Caller, id: number, right: Right): Promise<void> {
  if (await teams.find(caller, id, right)) return;
  if (!(await teams.find(caller, id))) throw notFound('Team');
  throw new AppError('forbidden', `Your team:${right} does not reach this team`);
}
