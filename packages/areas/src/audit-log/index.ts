import { defineArea, resource } from '@wfp/shared';
import { auditLogEndpoints } from './audit-log.endpoints.ts';
import { auditLogExport } from './audit-log.export.store.ts';
import { sealLane } from './seal.lane.ts';

export const auditLog = defineArea({
  name: 'audit-log',
  resources: [
    resource({
      code: 'audit_log',
      label: 'Audit log',
      scopes: [],
      builtin: { owner: 'RX', admin: 'RX', auditor: 'RX' },
    }),
  ],
  endpoints: auditLogEndpoints,
  jobs: [sealLane],
  exports: [auditLogExport],
});
