import { endpoint } from '@wfp/shared';
import { AudiencePreview, PreviewAudience } from './audiences.contract.ts';
import { previewAudience } from './audiences.service.ts';

export const audienceEndpoints = [
  endpoint({
    method: 'post',
    path: '/audiences/preview',
    summary: 'Count the members of an audience',
    details: 'Requires employee:read on all employees, and announcement:create or announcement:update.',
    can: 'employee:read',
    isReadOnly: true,
    body: PreviewAudience,
    returns: { 200: AudiencePreview },
    handler: previewAudience,
  }),
];
