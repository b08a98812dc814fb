import { type Caller, type Permission, rowsInScope } from '@wfp/shared';
import { type Change, insertInto, Prisma, readOne, type Transaction, updateRows } from '@wfp/shared/db';
import { usersAs } from '../accounts/index.ts';
import { isAvatar, uploadDeadline } from './file-fields.store.ts';
import type { CreateFile } from './files.contract.ts';
import { files } from './files.resource.ts';

const { sql, raw } = Prisma;

const { table } = files;

export interface FileRow {
  org_id: number;
  id: number;
  name: string;
  mime: string;
  size: number;
  status: 'pending' | 'stored' | 'refused';
  created_by: number | null;
}

const inReach = (caller: Caller, permission: Permission, alias: 'f' | 'files') =>
  rowsInScope(caller, permission, { users: [raw(`${alias}.created_by`)] });

/** Condition: the file is the logo of an open organization, which every user of it may read. */
const isLogo = (alias: 'f' | 'files') =>
  sql`${raw(`${alias}.id`)} = organization_logo(${raw(`${alias}.org_id`)})`;

/** Condition: the file is the picture of a user that the caller may read. */
const isVisibleAvatar = (caller: Caller) =>
  isAvatar(caller.org_id, rowsInScope(caller, 'user:read', { users: [sql`u.id`] }));

const isReadable = (caller: Caller) =>
  sql`(${inReach(caller, 'file:read', 'f')} or ${isLogo('f')} or ${isVisibleAvatar(caller)})`;

export async function findReadableFile(caller: Caller, id: number): Promise<FileRow | undefined> {
  return readOne(
    caller,
    sql`select ${files.select('f')} from files f where f.org_id = ${caller.org_id} and f.id = ${id}
      and f.deleted_at is null and ${isReadable(caller)}`,
  );
}

/** A file whose content is stored. */
export type StoredFile = FileRow & { storage_key: string };

export async function findStoredFile(caller: Caller, id: number): Promise<StoredFile | undefined> {
  return readOne(
    caller,
    sql`select ${files.select('f')}, f.storage_key from files f where f.org_id = ${caller.org_id} and f.id = ${id}
      and f.deleted_at is null and f.status = 'stored' and ${isReadable(caller)}`,
  );
}

/** Inserts a pending file. It is purged after a day without content. */
export function insertFile(caller: Caller, file: CreateFile): Change<FileRow> {
  const by = { created_by: caller.user_id, updated_by: caller.user_id };
  const values = { ...file, storage_key: '', purge_at: uploadDeadline, ...by };
  return {
    table,
    statement: insertInto(caller, table, values),
    select: files.select('c'),
  };
}

const isAwaitingContent = (caller: Caller, id: number) =>
  sql`id = ${id} and deleted_at is null and status = 'pending' and ${inReach(caller, 'file:update', 'files')}`;

export function markStored(
  caller: Caller,
  id: number,
  bytes: { storage_key: string; sha256: string },
): Change<FileRow> {
  const values = { ...bytes, status: sql`'stored'::file_status`, purge_at: sql`null` };
  return {
    table,
    statement: updateRows(caller, table, values, isAwaitingContent(caller, id)),
    select: files.select('c'),
  };
}

export function markFileRefused(caller: Caller, id: number): Change<FileRow> {
  const values = { status: sql`'refused'::file_status`, purge_at: sql`null` };
  return {
    table,
    statement: updateRows(caller, table, values, isAwaitingContent(caller, id)),
    select: files.select('c'),
  };
}

/** True if the file is a stored image that the caller uploaded. Locks it against deletion until the transaction ends. */
export async function shareImage(tx: Transaction, caller: Caller, file_id: number): Promise<boolean> {
  const rows = await tx.rows(
    sql`select f.id from files f where f.org_id = ${caller.org_id} and f.id = ${file_id} and f.deleted_at is null
      and f.status = 'stored' and f.mime like 'image/%' and f.created_by = ${caller.user_id}::int for share`,
  );
  return rows.length > 0;
}

/**
 * True if the file is a stored image of one of these types that the caller uploaded or may read. Locks it against
 * deletion until the transaction ends.
 */
export async function shareOwnImage(
  tx: Transaction,
  caller: Caller,
  file_id: number,
  mimes: readonly string[],
): Promise<boolean> {
  const rows = await tx.rows(
    sql`select f.id from files f where f.org_id = ${caller.org_id} and f.id = ${file_id} and f.deleted_at is null
      and f.status = 'stored' and f.mime = any(${[...mimes]}::text[]) and ${inReach(caller, 'file:read', 'f')} for share`,
  );
  return rows.length > 0;
}

/**
 * Deletes a user's files and picture, in the transaction that erases the user. Keeps pictures of other users and the logo
 * of the organization.
 */
export async function eraseFiles(
  tx: Transaction,
  caller: Caller,
  user: { user_id: number; avatar_file_id: number | null },
): Promise<void> {
  await tx.executeUnrecorded(
    sql`update files f set name = 'erased', deleted_at = coalesce(f.deleted_at, now()), purge_at = now()
      where f.org_id = ${caller.org_id} and (f.id = ${user.avatar_file_id}::int or f.created_by = ${user.user_id})
        and not exists (select from ${usersAs('u')} where u.org_id = f.org_id and u.avatar_file_id = f.id and u.id <> ${user.user_id})
        and not coalesce(${isLogo('f')}, false)`,
  );
}
