import { AppError, notFound } from '../errors.ts';
import type { Permission } from './rights.ts';

/** A record on which an act needs a permission. */
export interface RequiredRow<Row> {
  /** Finds it if the caller has the permission on it. */
  find(): Promise<Row | undefined>;
  /** Finds it if the caller may read it. */
  see(): Promise<unknown>;
  permission: Permission;
  /** Its name in messages: `Team`. */
  noun: string;
  /** The error for a record that the caller may not read; 404 when left out. */
  missing?: AppError;
}

/**
 * Returns a record on which the caller has a permission.
 *
 * @throws AppError `not_found` where the caller may not read it, `forbidden` where they may read it and not do this
 */
export async function requireRow<Row>(required: RequiredRow<Row>): Promise<Row> {
  const row = await required.find();
  if (row) return row;
  throw await refusalOf(required);
}

/** The error for a record on which the caller has not the permission: the second half of {@link requireRow}. */
export async function refusalOf<Row>({
  see,
  permission,
  noun,
  missing = notFound(noun),
}: Omit<RequiredRow<Row>, 'find'>): Promise<AppError> {
  return (await see()) ? beyondPermission(permission, noun) : missing;
}

/** The error for a record that the caller may read, and on which they have not the permission. */
export function beyondPermission(permission: Permission, noun: string): AppError {
  return new AppError(
    'forbidden',
    `Requires ${permission} on this ${noun.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase())}`,
  );
}
