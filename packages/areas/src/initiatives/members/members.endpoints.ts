import { endpoint } from '@wfp/shared';
import { ListOf } from '@wfp/shared/contract';
import { OfInitiative } from '../rows/initiatives.contract.ts';
import {
  AddInitiativeMember,
  InitiativeMember,
  ListInitiativeMembers,
  MemberOfInitiative,
  PatchInitiativeMember,
} from './members.contract.ts';
import { addMember, getMember, listMembers, patchMember, removeMember } from './members.service.ts';

export const memberEndpoints = [
  endpoint({
    method: 'get',
    path: '/initiatives/:initiativeId/members',
    summary: 'List who takes part in an initiative',
    can: 'initiative:read',
    params: OfInitiative,
    query: ListInitiativeMembers,
    returns: { 200: ListOf(InitiativeMember) },
    handler: listMembers,
  }),
  endpoint({
    method: 'get',
    path: '/initiatives/:initiativeId/members/:id',
    summary: 'Fetch one member of an initiative',
    can: 'initiative:read',
    params: MemberOfInitiative,
    returns: { 200: InitiativeMember },
    handler: getMember,
  }),
  endpoint({
    method: 'post',
    path: '/initiatives/:initiativeId/members',
    summary: 'Add an employee to an initiative',
    can: 'initiative:update',
    params: OfInitiative,
    body: AddInitiativeMember,
    returns: { 201: InitiativeMember },
    emits: ['initiative.member.created'],
    handler: addMember,
  }),
  endpoint({
    method: 'patch',
    path: '/initiatives/:initiativeId/members/:id',
    summary: 'Change what a member is in an initiative',
    can: 'initiative:update',
    versionOf: 'initiative_member',
    params: MemberOfInitiative,
    body: PatchInitiativeMember,
    returns: { 200: InitiativeMember },
    emits: ['initiative.member.updated'],
    handler: patchMember,
  }),
  endpoint({
    method: 'delete',
    path: '/initiatives/:initiativeId/members/:id',
    summary: 'Take an employee off an initiative',
    can: 'initiative:update',
    versionOf: 'initiative_member',
    params: MemberOfInitiative,
    returns: { 204: null },
    emits: ['initiative.member.deleted'],
    handler: removeMember,
  }),
];
