import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { ConnectionError } from '@wfp/client';
import type { ReadRecord, Row } from '../../api/call-path.ts';
import { changeRecord } from '../../api/change-record.ts';
import type { ListedResource } from '../../api/resources.ts';
import { findSession } from '../../api/session/session.ts';
import { useOrganization } from '../../api/session/session-context.ts';
import { pending, pendingKey } from '../../live/pending.ts';
import { rowKey, rows } from '../../live/rows.ts';
import { useOfferUndo } from '../record/use-offer-undo.ts';
import { recordKey } from '../record/use-record.ts';
import { ConflictError } from './conflict-error.ts';

export interface RecordWrite {
  path: string;
  title: string;
  /** The changed fields. */
  body: Row;
  /** The record on which the user began. */
  base: ReadRecord;
  /** Set if the form of the record has the input too, so that the change can be continued there. */
  form?: {
    /** Forgets the input, when the change is saved or dropped. */
    discard: () => void;
  };
}

/**
 * Returns a function that changes fields of a record. They are shown at once, wherever the record is on screen; if the
 * change fails, they stay there, and the user can send them again or drop them.
 */
export function useRecordWrite(resource: ListedResource): (write: RecordWrite) => void {
  const { session, slug } = useOrganization();
  const queries = useQueryClient();
  const { offerUpdate } = useOfferUndo(resource);
  return ({ path, title, body, base, form }) => {
    let mayBeMade = false;
    const send = async () => {
      const { client } = (await findSession(slug)) ?? session;
      const sending = asMutation(queries, () => changeRecord(client, path, body, base, mayBeMade));
      const result = await sending.catch((error: unknown) => {
        mayBeMade ||= error instanceof ConnectionError;
        throw error;
      });
      const read = 'saved' in result ? result.saved : result.theirs;
      rows.put(rowKey(slug, path), read.row);
      queries.setQueryData(recordKey(slug, path), read);
      if ('theirs' in result) throw new ConflictError(read, body, base.row);
      void queries.invalidateQueries({ queryKey: [slug, 'list', resource.path] });
      offerUpdate(path, Object.keys(body), base.row, read);
      form?.discard();
    };
    const ofForm = { hasForm: form !== undefined, onDiscard: form?.discard };
    const key = pendingKey(slug, session.user.id, path);
    void pending.send({ slug, key, title, kind: 'update', fields: body, send, ...ofForm });
  };
}

/** Sends a request as a mutation, whose errors the application observes. */
export const asMutation = <Result>(queries: QueryClient, send: () => Promise<Result>): Promise<Result> =>
  queries.getMutationCache().build<Result, Error, void, unknown>(queries, { mutationFn: send }).execute();
