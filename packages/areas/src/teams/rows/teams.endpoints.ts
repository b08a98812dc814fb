import { endpoint } from '@wfp/shared';
import { IdParams } from '@wfp/shared/contract';
import { memberEndpoints } from '../members/members.endpoints.ts';
import { mergerEndpoints } from '../mergers/mergers.endpoints.ts';
import { MoveTeam, TeamTree } from '../tree/team-tree.contract.ts';
import { moveTeam, treeOfTeams } from '../tree/team-tree.service.ts';
import { teams } from './team.resource.ts';

export const teamEndpoints = [
  endpoint({
    method: 'get',
    path: '/teams/tree',
    summary: 'All teams, each with those below it',
    operationId: 'getTeamTree',
    can: 'team:read',
    returns: { 200: TeamTree },
    handler: treeOfTeams,
  }),
  endpoint({
    method: 'post',
    path: '/teams/:id/move',
    summary: 'Put a team below another, or at the top',
    can: 'team:update',
    params: IdParams,
    body: MoveTeam,
    returns: { 200: teams.contract.row },
    emits: ['team.post_update', 'team.moved'],
    handler: moveTeam,
  }),
  ...mergerEndpoints,
  ...memberEndpoints,
];
