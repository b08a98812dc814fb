import { systemCaller } from '@wfp/shared';
import type { Check } from '@wfp/shared/db';
import { verifyChain } from './verify.service.ts';

/** Verifies each organization's chain like `GET /audit-log/verify`, without writing an entry. */
export const chainCheck: Check = {
  name: 'audit-chain',
  scope: 'organization',
  invariant: 'The hash chain of the audit log is intact: no entry was changed, added or removed.',
  repair:
    'The log was changed outside the service at this position: compare it with a backup, and its head with the audit_log.sealed events.',
  find: async ({ platform, org_id, is_closed }) => {
    const origin = { request_id: 'check', ip: null, user_agent: null };
    const caller = systemCaller(platform, org_id, origin, []);
    // Closing an organization erases the values about its people.
    const { finding } = await verifyChain(caller, {}, is_closed ? ['personal_values_missing'] : []);
    return finding ? [`position ${finding.first_broken_seq}: ${finding.reason}`] : [];
  },
};
