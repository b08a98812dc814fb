import type { Row } from '../call-path.ts';
import { operations } from '../operations.ts';
import { operationOf } from '../resources.ts';

const permissions: Readonly<Record<string, string>> = operations;

/** The right that an operation requires; undefined if there is no such operation, or if it requires none. */
export const rightOf = (operation: string): string | undefined => permissions[operation]?.split(':')[1];

/** An operation that the user may not use for a record, although they may for others. */
export interface Refusal {
  permission: string;
  recordId: number | undefined;
}

/**
 * Returns why an operation on a record would be refused; undefined if it is possible, or if only the service can decide.
 *
 * @param read the operation that returns the record, as in the table of operations
 */
export function refusalOf(
  { id, can }: Row,
  read: string,
  { method, path }: { method: string; path: string },
): Refusal | undefined {
  const permission = permissions[operationOf(method, path)];
  const [resource, right = ''] = permission?.split(':') ?? [];
  // An operation may require a permission on other records.
  const isOfRecord = resource === permissions[read]?.split(':')[0] && right !== 'read';
  if (!permission || !isOfRecord || !Array.isArray(can) || can.includes(right)) return undefined;
  return { permission, recordId: typeof id === 'number' ? id : undefined };
}
