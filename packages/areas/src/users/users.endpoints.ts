import { endpoint } from '@wfp/shared';
import { IdParams, ListOf } from '@wfp/shared/contract';
import { CreateUser, ListUsers, Me, User } from './users.contract.ts';
import { createUser, getMe, getUser, listUsers } from './users.service.ts';

export const userEndpoints = [
  endpoint({
    method: 'get',
    path: '/users/me',
    summary: 'Who you are, where, and in which roles',
    can: 'signed-in',
    returns: { 200: Me },
    handler: getMe,
  }),
  endpoint({
    method: 'get',
    path: '/users',
    summary: 'List users',
    can: 'user:read',
    query: ListUsers,
    returns: { 200: ListOf(User) },
    handler: listUsers,
  }),
  endpoint({
    method: 'get',
    path: '/users/:id',
    summary: 'Fetch one user',
    can: 'user:read',
    params: IdParams,
    returns: { 200: User },
    handler: getUser,
  }),
  endpoint({
    method: 'post',
    path: '/users',
    summary: 'Create a user',
    can: 'user:create',
    body: CreateUser,
    returns: { 201: User },
    emits: ['user.post_create', 'grant.post_create'],
    handler: createUser,
  }),
];
