import { defineArea } from '@wfp/shared';
import { teamAnnouncements } from './announcements.ts';
import { teamConsequences } from './consequences.ts';
import { members } from './members/members.resource.ts';
import { mergerEndpoints } from './mergers/mergers.endpoints.ts';
import { teams as declared } from './rows/team.resource.ts';
import { teamEvents } from './rows/teams.events.ts';

export const teams = defineArea({
  name: 'teams',
  about: 'Teams, the team tree and members.',
  menu: [{ key: 'teams', label: 'Teams', icon: 'network', group: 'people', resource: 'team' }],
  declared: [declared, members],
  endpoints: mergerEndpoints,
  events: teamEvents,
  announcements: teamAnnouncements,
  consequences: teamConsequences,
});

/** The ids of a team and of the teams above it, nearest first; empty if there is no such team. */
export const { findLineage } = declared.tree;

export { liveTeams, selectLineage, selectSubtree, teamOf, teamsOfEmployee } from './references.store.ts';
export {
  blockTeamDeletion,
  moveRowsOnTeamMerge,
} from './rows/team-consequences.store.ts';
export { chooseFreeSlug, slugFrom } from './rows/teams.policy.ts';
