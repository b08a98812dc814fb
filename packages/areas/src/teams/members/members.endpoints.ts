import { endpoint } from '@wfp/shared';
import { ListOf } from '@wfp/shared/contract';
import {
  AddMember,
  ChangedMember,
  ListMembers,
  MemberParams,
  PatchMember,
  TeamMember,
  TeamParams,
} from './members.contract.ts';
import { addMember, getMember, listMembers, patchMember, removeMember } from './members.service.ts';

export const memberEndpoints = [
  endpoint({
    method: 'get',
    path: '/teams/:teamId/members',
    summary: 'List the members of a team',
    can: 'team:read',
    params: TeamParams,
    query: ListMembers,
    returns: { 200: ListOf(TeamMember) },
    handler: listMembers,
  }),
  endpoint({
    method: 'get',
    path: '/teams/:teamId/members/:id',
    summary: 'Fetch one membership, also one that has ended',
    can: 'team:read',
    params: MemberParams,
    returns: { 200: TeamMember },
    handler: getMember,
  }),
  endpoint({
    method: 'post',
    path: '/teams/:teamId/members',
    summary: 'Add an employee to a squad or committee',
    can: 'team:update',
    params: TeamParams,
    body: AddMember,
    returns: { 201: ChangedMember },
    emits: ['team.member_joined'],
    handler: addMember,
  }),
  endpoint({
    method: 'patch',
    path: '/teams/:teamId/members/:id',
    summary: 'Change what a member is in the team, or how much of their time it gets',
    can: 'team:update',
    versionOf: 'team_member',
    params: MemberParams,
    body: PatchMember,
    returns: { 200: ChangedMember },
    emits: ['team.member_changed'],
    handler: patchMember,
  }),
  endpoint({
    method: 'delete',
    path: '/teams/:teamId/members/:id',
    summary: 'Let a member leave the team',
    can: 'team:update',
    versionOf: 'team_member',
    params: MemberParams,
    returns: { 204: null },
    emits: ['team.member_left'],
    handler: removeMember,
  }),
];
