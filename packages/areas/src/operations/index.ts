// Logic of the operator commands in `apps/ops`. Not an area: no API or worker process runs it.
export { listFailedEndpoints } from '../webhooks/index.ts';
export {
  createOrganization,
  findFreeOrganizationSlug,
  parseFounding,
  resetUserPassword,
} from './accounts.service.ts';
export { type CheckResult, checkInvariants, listChecks } from './check.service.ts';
export { findAccounts, findOrganizationBySlug } from './lookup.store.ts';
export type { Operator } from './operator.ts';
export {
  parsePlanCode,
  parseSuspensionReason,
  resumeByOperator,
  setPlanByOperator,
  suspendByOperator,
} from './organizations.service.ts';
export { readOutbox, requeueEvents } from './outbox.service.ts';
export { rotateKeys } from './rotate-keys.service.ts';
export { replayToEndpoint, retryEndpoints } from './webhooks.service.ts';
