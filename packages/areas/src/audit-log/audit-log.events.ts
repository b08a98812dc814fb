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
  ...searches.events,
];
