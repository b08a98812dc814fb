import { problemOf } from '../../api/errors.ts';
import type { PendingChange } from '../../live/pending.ts';
import { ConflictError } from './conflict-error.ts';
import { words } from './words.ts';

/** The message of an error, or those of its fields. */
export function textOfError(error: unknown): string {
  const { message, fields } = problemOf(error);
  const texts = Object.values(fields).flat();
  return texts.length > 0 ? texts.join('. ') : message;
}

/** The reason why a change has failed. */
export const reasonOf = ({ error, title }: PendingChange): string =>
  error instanceof ConflictError ? words.conflict(title) : textOfError(error);
