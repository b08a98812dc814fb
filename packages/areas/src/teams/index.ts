import { defineArea, resource } from '@wfp/shared';
import { memberEndpoints } from './members.endpoints.ts';
import { teamEndpoints } from './teams.endpoints.ts';
import { teamRows } from './teams.store.ts';

export const teams = defineArea({
  name: 'teams',
  resources: [
    resource({
      code: 'team',
      label: 'Teams',
      scopes: ['team'],
      rows: teamRows,
      builtin: {
        owner: 'M',
        admin: 'M',
        hr: 'M',
        manager: 'R U@team',
        employee: 'R',
        viewer: 'R',
        auditor: 'R',
      },
    }),
  ],
  endpoints: [...teamEndpoints, ...memberEndpoints],
});

export { joinHomeTeam, leaveAllTeams, leaveHomeTeam } from './home-team.service.ts';
export {
  archiveSource,
  emptyTeam,
  lockMerger,
  type Merger,
  mergerEvents,
  targetOf,
} from './merger.service.ts';
export { requireReach as requireTeamReach } from './reach.service.ts';
export { Team } from './teams.contract.ts';
export { freeSlug, slugFrom } from './teams.policy.ts';
export { findTeam, type TeamRow } from './teams.store.ts';
