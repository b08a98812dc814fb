import { endpoint } from '@wfp/shared';
import { IdParams } from '@wfp/shared/contract';
import { ListVersions, Versions } from './templates.contract.ts';
import { templates } from './templates.resource.ts';
import { listVersions, resetTemplate } from './templates.service.ts';

export const templateEndpoints = [
  endpoint({
    method: 'get',
    path: '/prompt-templates/:id/versions',
    summary: 'List what a prompt template said, newest first, and who changed it',
    can: 'prompt_template:read',
    params: IdParams,
    query: ListVersions,
    returns: { 200: Versions },
    handler: listVersions,
  }),
  endpoint({
    method: 'post',
    path: '/prompt-templates/:id/reset',
    summary: 'Put a built-in prompt template back to what it said in the beginning',
    can: 'prompt_template:update',
    params: IdParams,
    returns: { 200: templates.contract.row },
    emits: ['prompt_template.post_update'],
    handler: resetTemplate,
  }),
];
