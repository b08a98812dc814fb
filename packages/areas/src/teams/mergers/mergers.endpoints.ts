import { endpoint, proposeRow } from '@wfp/shared';
import { IdParams } from '@wfp/shared/contract';
import { teamClosing, teamDissolved, teamDissolving, teamNesting } from '../announcements.ts';
import { teams } from '../rows/team.resource.ts';
import { ArchiveTeam, MergeTeam } from './mergers.contract.ts';
import { archiveTeam, mergeTeam } from './mergers.service.ts';

const dissolving = [
  'team.member_joined',
  'team.member_left',
  'team.post_update',
  'team.moved',
  'team.post_archive',
];

export const mergerEndpoints = [
  endpoint({
    method: 'post',
    path: '/teams/:id/merge',
    summary: 'Merge a team into another',
    details: 'Members, child teams and linked records move to the other team.',
    can: 'team:manage',
    params: IdParams,
    body: MergeTeam,
    returns: { 200: teams.contract.row },
    emits: [...dissolving, 'team.merged'],
    announces: [teamClosing, teamNesting, teamDissolving, teamDissolved],
    review: {
      hook: 'team.pre_archive',
      proposals: proposeRow((caller, id) => teams.find(caller, id, 'manage')),
    },
    handler: mergeTeam,
  }),
  endpoint({
    method: 'post',
    path: '/teams/:id/archive',
    summary: 'Archive a team and move its records to another',
    details: 'Members, child teams and linked records move to the other team.',
    can: 'team:archive',
    params: IdParams,
    body: ArchiveTeam,
    returns: { 200: teams.contract.row },
    emits: dissolving,
    announces: [teamClosing, teamNesting, teamDissolving, teamDissolved],
    review: {
      hook: 'team.pre_archive',
      proposals: proposeRow((caller, id) => teams.find(caller, id, 'archive')),
    },
    handler: archiveTeam,
  }),
];
