import { endpoint } from '@wfp/shared';
import { IdParams } from '@wfp/shared/contract';
import { templates } from './templates.resource.ts';
import { proposeReset, resetTemplate } from './templates.service.ts';

export const templateEndpoints = [
  endpoint({
    method: 'post',
    path: '/prompt-templates/:id/reset',
    summary: 'Reset a built-in prompt template',
    can: 'prompt_template:update',
    params: IdParams,
    returns: { 200: templates.contract.row },
    when: [{ is_builtin: [true] }],
    emits: ['prompt_template.post_update'],
    review: { hook: 'prompt_template.pre_update', proposals: proposeReset },
    handler: resetTemplate,
  }),
];
