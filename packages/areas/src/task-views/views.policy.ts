import type { RowFrom, ValuesFrom } from '@wfp/shared';
import type { ViewFields } from './views.contract.ts';

/**
 * The team of a view once it is written, or what is wrong with it. A view that is shown to others than a team
 * leaves the team that it had.
 */
export function resolveTeam(
  before: RowFrom<ViewFields> | null,
  sent: ValuesFrom<ViewFields>,
): { team_id: number | null } | { fault: string } {
  const visibility = sent.visibility ?? before?.visibility ?? 'private';
  if (visibility !== 'team') {
    return sent.team_id == null ? { team_id: null } : { fault: 'Only a view of a team has one' };
  }
  const team_id = sent.team_id === undefined ? (before?.team_id ?? null) : sent.team_id;
  return team_id === null ? { fault: 'A view of a team needs it' } : { team_id };
}
