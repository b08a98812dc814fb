import { defineEvents } from '@wfp/shared';

const ofLog = {
  aggregate: 'audit_log',
  record: 'the announcement',
  recordName: 'the hash that the chain ends with',
};
const ofSearch = {
  aggregate: 'audit_search',
  record: 'the saved search',
  recordName: 'the name of the saved search',
  seenBy: 'where the search is not shared, only its author',
};

export const auditLogEvents = [
  ...defineEvents(ofLog, {
    'audit_log.sealed':
      'Once a day: the head of the chain of the audit log. Keep it elsewhere, and the log can be checked against it.',
  }),
  ...defineEvents(ofSearch, {
    'audit_search.post_create': 'A search of the audit log was saved under a name.',
    'audit_search.post_update': 'A saved search of the audit log was changed, shared or unshared.',
    'audit_search.post_archive': 'A saved search of the audit log was deleted.',
  }),
];
