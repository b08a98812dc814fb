import { type Caller, invalidField } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { type FileUsage, findFileUsage, hasMorePending } from './quota.store.ts';

/** Files without content per user. */
const maxPendingFiles = 100;

/**
 * Deleting files makes room at once, although their content is kept for a day. This factor limits the content of both,
 * so that files cannot be stored and deleted without end.
 */
const maxWithDeleted = 2;

const bytesPerMib = 1024 * 1024;

/**
 * Enforces the organization's quota and the user's limit of pending uploads. Call it after the write that adds a file.
 *
 * @param field the field of the request that the error names
 * @throws AppError `invalid`
 */
export async function rejectOverQuota(tx: Transaction, caller: Caller, field: 'size' | 'id'): Promise<void> {
  if (await hasMorePending(tx, caller, maxPendingFiles)) {
    const message = `You have ${maxPendingFiles} files without content; upload or delete some first`;
    throw invalidField(field, message);
  }
  const usage = await findFileUsage(tx, caller);
  const quotaMib = quotaInMib(caller, usage);
  const quota = quotaMib * bytesPerMib;
  const verify = usage.plan_code === null ? ', or verify the organization' : '';
  if (usage.bytes > quota)
    throw invalidField(
      field,
      `Exceeds the quota of ${quotaMib} MiB for all files; delete some first${verify}`,
    );
  if (usage.bytes + usage.deleted_bytes > quota * maxWithDeleted) {
    const message = `Exceeds ${quotaMib * maxWithDeleted} MiB with deleted files, whose content is kept for a day; try again later${verify}`;
    throw invalidField(field, message);
  }
}

function quotaInMib({ platform }: Caller, { plan_code }: FileUsage): number {
  const { FILE_QUOTA_MIB, FILE_QUOTA_UNVERIFIED_MIB, FILE_QUOTA_BY_PLAN_MIB } = platform.config;
  if (plan_code === null) return FILE_QUOTA_UNVERIFIED_MIB;
  return FILE_QUOTA_BY_PLAN_MIB[plan_code] ?? FILE_QUOTA_MIB;
}
