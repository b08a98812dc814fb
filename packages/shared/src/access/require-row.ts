import type { Caller } from '../caller.ts';
import { type AppError, forbidden, notFound } from '../errors.ts';
import type { Permission } from './rights.ts';

/** The part of a caller that shows which rows a permission covers. */
type PermissionHolder = Pick<Caller, 'rowScopeFor'>;

export interface RequiredRow<Row> {
  /** Null if the permission belongs to another user than the caller: the one who requested a link. */
  caller: PermissionHolder | null;
  /** Finds the row if the caller has the permission on it. */
  find(): Promise<Row | undefined>;
  /** Finds the row if the caller may read it. */
  findReadable(): Promise<unknown>;
  permission: Permission;
  /** The name of the record in messages, for example `Team`. */
  noun: string;
  /** Thrown if the caller may not read the row; default: 404. */
  missing?: AppError;
  /** Thrown if the caller may read the row but lacks the permission; default: 403 naming the permission. */
  rejected?: AppError;
}

/**
 * Returns a row on which the caller has a permission.
 *
 * @throws AppError `not_found` if the caller may not read the row, `forbidden` if they may only read it
 */
export async function requireRow<Row>(required: RequiredRow<Row>): Promise<Row> {
  const row = await required.find();
  if (row) return row;
  throw await rejectionOf(required);
}

/**
 * Returns the error for a row on which the caller lacks a permission: the second half of {@link requireRow}. With
 * `find`, a row that was restored after the first lookup counts as missing, because no permission is lacking.
 */
export async function rejectionOf<Row>({
  caller,
  find,
  findReadable,
  permission,
  noun,
  missing = notFound(noun),
  rejected = permissionError(caller, permission, noun),
}: Omit<RequiredRow<Row>, 'find'> & Partial<Pick<RequiredRow<Row>, 'find'>>): Promise<AppError> {
  if (!(await findReadable())) return missing;
  return (await find?.()) ? missing : rejected;
}

/** The 403 for a row that the caller may read. */
export function permissionError(
  caller: PermissionHolder | null,
  permission: Permission,
  noun: string,
): AppError {
  const named = noun.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase());
  return missingPermission(caller, permission, `on this ${named}`);
}

/**
 * The 403 for a permission that the caller does not have, or not on all rows of the request.
 *
 * @param purpose the end of the message: `to reassign tasks`
 */
export function missingPermission(
  caller: PermissionHolder | null,
  permission: Permission,
  purpose?: string,
): AppError {
  const reason = caller?.rowScopeFor(permission) ? 'row_scope' : 'permission';
  return forbidden(reason, ['Requires', permission, ...(purpose ? [purpose] : [])].join(' '), permission);
}

/**
 * Checks a permission that some requests to an endpoint need in addition to the endpoint's own.
 *
 * @param purpose the end of the message: `to reassign tasks`
 * @param scope `any` row, or the whole `organization`
 * @throws AppError `forbidden`
 */
export function requirePermission(
  caller: Caller,
  permission: Permission,
  purpose: string,
  scope: 'any' | 'organization' = 'organization',
): void {
  const held = caller.rowScopeFor(permission);
  if (held && (scope === 'any' || held.org)) return;
  throw missingPermission(caller, permission, purpose);
}
