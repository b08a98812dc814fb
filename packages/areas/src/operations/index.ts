// What operators do, for `apps/ops`. No area: nobody mounts it, and no organization is offered any of it.
export { failedEndpoints } from '../webhooks/index.ts';
export { checkedFounding, createOrganization, freeSlug, resetPasswordOf } from './accounts.service.ts';
export { type Checked, checkInvariants, checksOf } from './check.service.ts';
export type { Operator } from './operator.ts';
export { readOutbox, requeue } from './outbox.service.ts';
export { findAccounts, findOrganization } from './people.store.ts';
export { rotateKeys } from './rotate-keys.service.ts';
export { replayTo, retryEndpoints } from './webhooks.service.ts';
