import { type Caller, invalidField } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { type FileUsage, findFileUsage, hasMorePending, readFileUsage } from './quota.store.ts';

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
  const verify = verificationHint(usage);
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

/** The exports of an organization exceed their quota. */
export class ExportQuotaError extends Error {
  override readonly name = 'ExportQuotaError';
  /** The bytes that an export could have when the room was read. */
  readonly room: number;

  constructor(message: string, room: number) {
    super(message);
    this.room = room;
  }
}

export interface ExportRoom {
  bytes: number;
  /** The error for an export that is larger. */
  error: ExportQuotaError;
}

/** Returns how many bytes an export may have now. Files and exports have a quota of the same size each. */
export async function findExportRoom(caller: Caller): Promise<ExportRoom> {
  return exportRoom(caller, await readFileUsage(caller));
}

/**
 * Enforces the organization's quota of exports. Call it after the write that adds the size of an export.
 *
 * @param room the room that was read before the export was assembled
 * @throws ExportQuotaError
 */
export async function rejectExportOverQuota(
  tx: Transaction,
  caller: Caller,
  { error }: ExportRoom,
): Promise<void> {
  if (exportRoom(caller, await findFileUsage(tx, caller)).bytes < 0) throw error;
}

function exportRoom(caller: Caller, usage: FileUsage): ExportRoom {
  const quotaMib = quotaInMib(caller, usage);
  const bytes = quotaMib * bytesPerMib - usage.export_bytes;
  return {
    bytes,
    error: new ExportQuotaError(
      `Exceeds the quota of ${quotaMib} MiB for all exports; delete some first, export fewer records${verificationHint(usage)}`,
      bytes,
    ),
  };
}

const verificationHint = ({ plan_code }: FileUsage): string =>
  plan_code === null ? ', or verify the organization' : '';

function quotaInMib({ platform }: Caller, { plan_code }: FileUsage): number {
  const { FILE_QUOTA_MIB, FILE_QUOTA_UNVERIFIED_MIB, FILE_QUOTA_BY_PLAN_MIB } = platform.config;
  if (plan_code === null) return FILE_QUOTA_UNVERIFIED_MIB;
  return FILE_QUOTA_BY_PLAN_MIB.get(plan_code) ?? FILE_QUOTA_MIB;
}
