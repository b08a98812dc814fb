import { consequence, defineArea, resource } from '@wfp/shared';
import { userErased } from '../users/announcements.ts';
import { auditLogEndpoints } from './audit-log.endpoints.ts';
import { auditLogEvents } from './audit-log.events.ts';
import { auditLogExport } from './audit-log.export.store.ts';
import { auditChainLane, auditChainWakeUps } from './chain/audit-chain.lane.ts';
import { chainCheck } from './chain/chain.check.ts';
import { auditedCheck } from './chain/checks.store.ts';
import { erasePersonal } from './chain/erasure.store.ts';

export const auditLog = defineArea({
  name: 'audit-log',
  about: 'The record of who did what, as a tamper-evident hash chain.',
  menu: [
    { key: 'audit-log', label: 'Audit log', icon: 'scroll-text', group: 'activity', resource: 'audit_log' },
  ],
  resources: [
    resource({
      code: 'audit_log',
      label: 'Audit log',
      scopes: [],
      builtin: { owner: 'RX', admin: 'RX', auditor: 'RX' },
    }),
  ],
  endpoints: auditLogEndpoints,
  events: auditLogEvents,
  jobs: [auditChainLane],
  checks: [auditedCheck, chainCheck],
  projections: [auditChainWakeUps],
  exports: [auditLogExport],
  consequences: [
    consequence({
      ...{ on: userErased, name: 'audit-log.erase', writes: [] },
      run: ({ tx, caller, payload }) => erasePersonal(tx, caller, payload.user_id),
    }),
  ],
});
