import { defineEvents, endpoint, resource } from '@wfp/shared';
import { applyRun, proposeChanges } from './apply.service.ts';
import { previewTemplate } from './preview.service.ts';
import {
  ApplyRun,
  IdParams,
  ListOf,
  ListRuns,
  Preview,
  PreviewTemplate,
  PromptRun,
} from './runs.contract.ts';
import { getRun, listRuns } from './runs.service.ts';
import { runRows } from './runs.store.ts';

export const runResource = resource({
  code: 'prompt_run',
  label: 'Prompt runs',
  scopes: ['own', 'reports', 'team'],
  rows: runRows,
  builtin: { owner: 'M', admin: 'M', hr: 'R', manager: 'R', employee: 'R', viewer: 'R', auditor: 'R' },
});

export const runEndpoints = [
  endpoint({
    method: 'get',
    path: '/prompt-runs',
    summary: 'List prompt runs, newest first',
    details: 'Returns only runs on records that you may read.',
    can: 'prompt_run:read',
    query: ListRuns,
    returns: { 200: ListOf(PromptRun) },
    handler: listRuns,
  }),
  endpoint({
    method: 'get',
    path: '/prompt-runs/:id',
    summary: 'Fetch a prompt run',
    can: 'prompt_run:read',
    params: IdParams,
    returns: { 200: PromptRun },
    handler: getRun,
  }),
  endpoint({
    method: 'post',
    path: '/prompt-runs/:id/apply',
    summary: 'Apply suggestions of a prompt run',
    details: 'Requires the permission to change the record.',
    fails: ['stale'],
    can: 'task:update',
    params: IdParams,
    body: ApplyRun,
    returns: { 200: PromptRun },
    when: [{ status: ['succeeded'], applied_at: [null] }],
    emits: ['prompt_run.applied', 'task.post_update', 'task.completed'],
    review: { hook: 'task.pre_update', proposals: proposeChanges },
    versionedResource: 'prompt_run',
    handler: applyRun,
  }),
  endpoint({
    method: 'post',
    path: '/prompt-templates/:id/preview',
    summary: 'Preview a prompt template on a task',
    details: 'The result is not stored.',
    can: 'prompt_template:run',
    params: IdParams,
    body: PreviewTemplate,
    returns: { 200: Preview },
    versionedResource: false,
    isReadOnly: true,
    handler: previewTemplate,
  }),
];

export const runEvents = defineEvents(
  {
    ...{ aggregate: 'prompt_run', record: 'the run', recordName: 'the code of its template' },
    alsoAbout: 'task',
  },
  {
    'prompt_run.completed': 'A run finished: it succeeded, failed, or exceeded the budget.',
    'prompt_run.applied':
      'Suggestions of a run were applied. The change of the record emits events of its own.',
  },
);
