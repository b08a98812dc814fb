import { endpoint } from '@wfp/shared';
import { ListOf } from '@wfp/shared/contract';
import { TaskParams } from '../rows/tasks.contract.ts';
import { CreateRelation, ListRelations, RelationParams, TaskRelation } from './relations.contract.ts';
import { createRelation, deleteRelation, getRelation, listRelations } from './relations.service.ts';

export const relationEndpoints = [
  endpoint({
    method: 'get',
    path: '/tasks/:taskId/relations',
    summary: 'List how a task relates to others that you may read, in both directions',
    can: 'task:read',
    params: TaskParams,
    query: ListRelations,
    returns: { 200: ListOf(TaskRelation) },
    handler: listRelations,
  }),
  endpoint({
    method: 'get',
    path: '/tasks/:taskId/relations/:id',
    summary: 'Fetch one relation of a task',
    can: 'task:read',
    params: RelationParams,
    returns: { 200: TaskRelation },
    handler: getRelation,
  }),
  endpoint({
    method: 'post',
    path: '/tasks/:taskId/relations',
    summary: 'Relate a task to another; blocks and precedes close no circle',
    can: 'task:update',
    params: TaskParams,
    body: CreateRelation,
    returns: { 201: TaskRelation },
    emits: ['task.relation_added'],
    handler: createRelation,
  }),
  endpoint({
    method: 'delete',
    path: '/tasks/:taskId/relations/:id',
    summary: 'Take a relation back',
    can: 'task:update',
    versionOf: 'task_relation',
    params: RelationParams,
    returns: { 204: null },
    emits: ['task.relation_removed'],
    handler: deleteRelation,
  }),
];
