import { endpoint } from '@wfp/shared';
import { IdParams } from '@wfp/shared/contract';
import { mergerEvents, teamRows } from '../teams/index.ts';
import { ArchiveTeam, MergeTeam } from './reorganization.contract.ts';
import { archiveTeam, mergeTeam } from './reorganization.service.ts';

const emits = [...mergerEvents, 'task.post_update', 'position.post_update'];

export const reorganizationEndpoints = [
  endpoint({
    method: 'post',
    path: '/teams/:id/merge',
    summary: 'Merge a team into another, which takes its members, child teams, positions and open tasks',
    can: 'team:manage',
    params: IdParams,
    body: MergeTeam,
    returns: { 200: teamRows.contract.row },
    emits,
    handler: mergeTeam,
  }),
  endpoint({
    method: 'post',
    path: '/teams/:id/archive',
    summary: 'Archive a team and give what hangs on it to another',
    can: 'team:archive',
    params: IdParams,
    body: ArchiveTeam,
    returns: { 200: teamRows.contract.row },
    emits,
    handler: archiveTeam,
  }),
];
