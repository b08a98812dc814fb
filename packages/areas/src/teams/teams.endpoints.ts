import { endpoint } from '@wfp/shared';
import { IdParams, ListOf } from '@wfp/shared/contract';
import { MoveTeam, TeamTree } from './team-tree.contract.ts';
import { moveTeam, treeOfTeams } from './team-tree.service.ts';
import { CreateTeam, ListTeams, PatchTeam, Team } from './teams.contract.ts';
import { createTeam, deleteTeam, getTeam, listTeams, patchTeam } from './teams.service.ts';

export const teamEndpoints = [
  endpoint({
    method: 'get',
    path: '/teams',
    summary: 'List teams by name',
    can: 'team:read',
    query: ListTeams,
    returns: { 200: ListOf(Team) },
    handler: listTeams,
  }),
  endpoint({
    method: 'get',
    path: '/teams/tree',
    summary: 'All teams, each with those below it',
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
    returns: { 200: Team },
    emits: ['team.post_update', 'team.moved'],
    handler: moveTeam,
  }),
  endpoint({
    method: 'get',
    path: '/teams/:id',
    summary: 'Fetch one team',
    can: 'team:read',
    params: IdParams,
    returns: { 200: Team },
    handler: getTeam,
  }),
  endpoint({
    method: 'post',
    path: '/teams',
    summary: 'Create a team',
    can: 'team:create',
    body: CreateTeam,
    returns: { 201: Team },
    emits: ['team.post_create'],
    handler: createTeam,
  }),
  endpoint({
    method: 'patch',
    path: '/teams/:id',
    summary: 'Change fields of a team, or put it below another',
    can: 'team:update',
    params: IdParams,
    body: PatchTeam,
    returns: { 200: Team },
    emits: ['team.post_update', 'team.moved'],
    handler: patchTeam,
  }),
  endpoint({
    method: 'delete',
    path: '/teams/:id',
    summary: 'Delete a team that has no members, child teams or open tasks',
    can: 'team:archive',
    params: IdParams,
    returns: { 204: null },
    emits: ['team.post_archive'],
    handler: deleteTeam,
  }),
];
