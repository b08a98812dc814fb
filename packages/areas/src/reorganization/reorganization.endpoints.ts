import { endpoint } from '@wfp/shared';
import { IdParams } from '@wfp/shared/contract';
import { teamRows } from '../teams/index.ts';
import { ArchiveTeam, MergeTeam } from './reorganization.contract.ts';
import { archiveTeam, dissolveEvents, mergeTeam } from './reorganization.service.ts';

export const reorganizationEndpoints = [
  endpoint({
    method: 'post',
    path: '/teams/:id/merge',
    summary: 'Merge a team into another, which takes all that hangs on it',
    can: 'team:manage',
    params: IdParams,
    body: MergeTeam,
    returns: { 200: teamRows.contract.row },
    emits: dissolveEvents,
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
    emits: dissolveEvents,
    handler: archiveTeam,
  }),
];
