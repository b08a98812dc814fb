import type { Caller } from '../caller.ts';
import { AppError, notFound } from '../errors.ts';
import type { Permission } from './rights.ts';

/** A record on which an act needs a permission. */
export interface RequiredRow<Row> {
  /** Finds it if the caller has the permission on it. */
  find(): Promise<Row | undefined>;
  /** Finds it if the caller may read it. */
  findReadable(): Promise<unknown>;
  permission: Permission;
  /** Its name in messages: `Team`. */
  noun: string;
  /** The error for a record that the caller may not read; 404 when left out. */
  missing?: AppError;
  /** The error for a record that the caller may only read; 403 that names the permission when left out. */
  rejected?: AppError;
}

/**
 * Returns a record on which the caller has a permission.
 *
 * @throws AppError `not_found` where the caller may not read it, `forbidden` where they may read it and not do this
 */
export async function requireRow<Row>(required: RequiredRow<Row>): Promise<Row> {
  const row = await required.find();
  if (row) return row;
  throw await rejectionOf(required);
}

/**
 * Returns the error for a record on which the caller does not have a permission: the second half of {@link requireRow}.
 * With `find`, a record that was restored after it had been looked for counts as missing: no permission is lacking.
 */
export async function rejectionOf<Row>({
  find,
  findReadable,
  permission,
  noun,
  missing = notFound(noun),
  rejected = permissionError(permission, noun),
}: Omit<RequiredRow<Row>, 'find'> & Partial<Pick<RequiredRow<Row>, 'find'>>): Promise<AppError> {
  if (!(await findReadable())) return missing;
  return (await find?.()) ? missing : rejected;
}

/** The error for a record that the caller may read, and on which they have not the permission. */
export function permissionError(permission: Permission, noun: string): AppError {
  return new AppError(
    'forbidden',
    `Requires ${permission} on this ${noun.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase())}`,
  );
}

/**
 * Checks a permission that one use of an endpoint needs besides that of the endpoint.
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
  const reach = caller.rowScopeFor(permission);
  if (reach && (scope === 'any' || reach.org)) return;
  throw new AppError('forbidden', `You need the permission ${permission} ${purpose}`);
}
