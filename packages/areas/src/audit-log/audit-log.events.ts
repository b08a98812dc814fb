import { defineEvents } from '@wfp/shared';
import { searches } from './searches/searches.resource.ts';

const ofLog = {
  aggregate: 'audit_log',
  record: 'the announcement',
  recordName: 'the hash that the chain ends with',
};

export const auditLogEvents = [
  ...defineEvents(ofLog, {
    'audit_log.sealed':
      'Once a day: the head of the chain of the audit log. Keep it elsewhere, and the log can be checked against it.',
  }),
  ...searches.events,
];
