import { type Client, ConnectionError } from '@wfp/client';
import { callPath, callWithTag, type ReadRecord, type Row, readRecord } from './call-path.ts';
import { hasStatus } from './errors.ts';

/** The result of a change: the new record, or the current one if another user has changed the same fields. */
export type ChangeResult = { saved: ReadRecord } | { theirs: ReadRecord };

/** More than enough: each attempt fails only if the record is changed during it. */
const maxAttempts = 5;

/**
 * Changes fields of a record, unless another user has changed one of them since it was read. Other changes of the record
 * are kept.
 *
 * @param base the record as the user saw it when the change began
 * @param mayBeMade true if an earlier attempt had no response: a record that has the new values was changed by it
 * @throws ApiError or ConnectionError; after a ConnectionError the record has not been changed, as far as is known
 */
export async function changeRecord(
  client: Client,
  path: string,
  body: Row,
  base: ReadRecord,
  mayBeMade = false,
): Promise<ChangeResult> {
  let { etag } = base;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const headers = etag !== null && 'updated_at' in base.row ? { 'if-match': etag } : {};
      return { saved: await callWithTag(client, 'PATCH', path, { body, headers }) };
    } catch (error) {
      if (error instanceof ConnectionError) return { saved: await findChanged(client, path, body, error) };
      if (!hasStatus(error, 412) || attempt === maxAttempts) throw error;
      const theirs = await readRecord(client, path);
      if (mayBeMade && hasSameFields(theirs.row, body, Object.keys(body))) return { saved: theirs };
      if (!hasSameFields(base.row, theirs.row, Object.keys(body))) return { theirs };
      // An unchanged tag is not the version of a record, so the last write wins.
      etag = theirs.etag === etag ? null : theirs.etag;
    }
  }
}

/** Without a response, the record shows whether the change was made. @throws the error if it was not */
async function findChanged(
  client: Client,
  path: string,
  body: Row,
  error: ConnectionError,
): Promise<ReadRecord> {
  const found = await readRecord(client, path).catch(() => null);
  if (!found || !hasSameFields(found.row, body, Object.keys(body))) throw error;
  return found;
}

/**
 * Deletes a record. It is deleted if it cannot be found any more: an attempt before may have had no response.
 *
 * @throws ApiError or ConnectionError
 */
export async function deleteRecord(client: Client, path: string): Promise<void> {
  const isMissing = (error: unknown) => hasStatus(error, 404);
  try {
    await callPath(client, 'delete', path);
  } catch (error) {
    if (isMissing(error)) return;
    if (!(error instanceof ConnectionError)) throw error;
    const found = await readRecord(client, path).catch(isMissing);
    if (found !== true) throw error;
  }
}

export const hasSameFields = (a: Row, b: Row, names: readonly string[]): boolean =>
  names.every((name) => JSON.stringify(a[name]) === JSON.stringify(b[name]));
