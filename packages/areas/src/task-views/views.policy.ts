import type { RowFrom, ValuesFrom } from '@wfp/shared';
import type { ViewFields } from './views.contract.ts';

/** The team of a view after a write, or an error. A view that is no longer shared with a team loses its team. */
export function resolveTeam(
  before: RowFrom<ViewFields> | null,
  sent: ValuesFrom<ViewFields>,
): { team_id: number | null } | { error: string } {
  const visibility = sent.visibility ?? before?.visibility ?? 'private';
  if (visibility !== 'team') {
    return sent.team_id == null ? { team_id: null } : { error: 'Is allowed only if visibility is "team"' };
  }
  const team_id = sent.team_id === undefined ? (before?.team_id ?? null) : sent.team_id;
  return team_id === null ? { error: 'Is required if visibility is "team"' } : { team_id };
}
