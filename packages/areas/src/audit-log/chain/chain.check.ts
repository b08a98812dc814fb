import { systemCaller } from '@wfp/shared';
import type { Check } from '@wfp/shared/db';
import { verifyChain } from './verify.service.ts';

/** What `GET /audit-log/verify` computes, for every organization; it leaves no entry. */
export const chainCheck: Check = {
  name: 'audit-chain',
  scope: 'organization',
  invariant: 'The chain of hashes over the audit log adds up: no entry was changed, added or taken away.',
  repair:
    'The log was changed behind the service at the place named: compare it with a backup, and the head with those announced as audit_log.sealed.',
  find: async ({ platform, org_id, is_closed }) => {
    const origin = { request_id: 'check', ip: null, user_agent: null };
    const caller = systemCaller(platform, org_id, origin, []);
    // With an organization that is closed go the values about its people.
    const { finding } = await verifyChain(caller, {}, is_closed ? ['personal_values_missing'] : []);
    return finding ? [`place ${finding.first_broken_seq}: ${finding.reason}`] : [];
  },
};
