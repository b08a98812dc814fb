import { defineEvents } from '@wfp/shared';
import { searches } from './searches/searches.resource.ts';

const ofLog = {
  aggregate: 'audit_log',
  record: 'the checkpoint',
  recordName: 'the last hash of the chain',
};

export const auditLogEvents = [
  ...defineEvents(ofLog, {
    'audit_log.sealed':
      'The head of the hash chain was published (once a day). Store it elsewhere to verify the log against it later.',
  }),
  ...defineEvents(
    { aggregate: 'audit_log', record: 'the verification' },
    {
      'audit_log.verified':
        'A user verified the hash chain of the audit log. The audit entry of the event has the result.',
    },
  ),
  ...searches.events,
];
